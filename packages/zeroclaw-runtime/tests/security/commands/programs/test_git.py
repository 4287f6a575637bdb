"""What the rules say of git."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        git status
        git status --short --branch
        git diff
        git diff --stat HEAD~1 -- src
        git log --oneline -5
        git log -p --since=yesterday
        git show HEAD:a.py
        git branch
        git branch --list 'x*'
        git branch --show-current
        git tag
        git tag -l 'v*'
        git remote -v
        git stash list
        git config --get user.name
        git config -l
        git rev-parse HEAD
        git ls-files
        git blame a.py
        git grep -n foo
        git grep /etc/
        git reflog
        git worktree list
        git -C sub status
        git --no-pager log
        git clean -n
        git submodule status
        git --version
        git describe --tags
        /usr/bin/git status
    """,
    medium=r"""
        git add .
        git commit -m 'a b'
        git commit -am x
        git branch x
        git branch -D x
        git tag v1
        git checkout main
        git switch -c x
        git merge x
        git rebase main
        git fetch
        git pull
        git clone https://example.com/x
        git stash
        git reset HEAD~1
        git rm a
        git mv a b
        git restore a
        git foo
        git log /opt/x
        git cherry-pick x
    """,
    high=r"""
        git push
        git push origin main
        git reset --hard
        git clean -fd
        git -c core.pager=id log
        git -ccore.pager=id log
        git --exec-path=./e status
        git --config-env=core.pager=X log
        git --git-dir=x log
        git grep -O./x foo
        git grep -nO./x foo
        git grep --open-files-in-pager=./x foo
        git ls-remote --upload-pack=./x .
        git fetch --upload-pack=./x
        git fetch --upl=./x
        git fetch ext::id
        git clone ext::id
        git clone --config core.sshCommand=evil x
        git clone -c core.sshCommand=evil x
        git submodule foreach id
        git bisect run ./x
        git difftool --extcmd=./x -y
        git log --output=f
        git log --outp=f
        git diff --ext-diff
        git show --textconv
        git show --format=x --output=f
        git reflog main --output=f
        git config core.pager id
        git config --edit
        git config set a b
        git config --add a.b c
        git config --unset a.b
        git config alias.x '!id'
        git remote add x y
        git rebase -x id
        git rebase --exec=id
        git rebase -i
        git filter-branch
        git daemon
        git archive --output=x HEAD
        git checkout -f
        git st*
        git log *
        git init /opt/x
        git -C /opt commit -m x
        git worktree add /opt/x
        git update-ref x y
        git stash clear
        git commit --template=x
        git blame --output=x a
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
