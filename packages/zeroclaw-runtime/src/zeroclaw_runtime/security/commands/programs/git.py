"""Describes git, whose sub-commands differ in what they change."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.programs.rule import (
    CHANGES,
    RUNS,
    Dossier,
    Operands,
    ProgramRule,
    Reading,
    Use,
    names,
    options,
)

__all__ = ["GIT"]

_MAYBE = Operands(Use.MAYBE)
_NETWORK = CHANGES | {Effect.NETWORK}
_READING_CONFIG = frozenset(
    {"-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--name-only"}
)
_DIFF = (
    "-p -u -s -U= -a -b -w -W -z -R -B? -C? -M? -D -S= -G= -l= --patch --no-patch --unified= "
    "--raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --anchored= "
    "--diff-algorithm= --stat? --numstat --shortstat --dirstat? --cumulative --summary "
    "--compact-summary --name-only --name-status --color? --no-color --color-moved? --submodule? "
    "--no-color-moved --color-words? --word-diff? --word-diff-regex= --no-renames --check "
    "--rename-empty --full-index --binary --abbrev? --break-rewrites? --find-renames? "
    "--find-copies? --find-copies-harder --diff-filter= --pickaxe-all --pickaxe-regex --relative? "
    "--no-relative --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change "
    "--ignore-all-space --ignore-blank-lines --inter-hunk-context= --function-context --quiet "
    "--exit-code --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= --dst-prefix= "
    "--no-prefix --default-prefix --indent-heuristic --no-indent-heuristic "
)
_LOG = (
    "-# -n= -c -g -i -E -F -P -L= -m -q --cc --no-merges --merges --oneline --graph --decorate? "
    "--no-decorate --decorate-refs= --all --branches? --tags? --remotes? --glob= --exclude= "
    "--first-parent --reverse --follow --format= --pretty? --abbrev-commit --no-abbrev-commit "
    "--date= --since= --after= --until= --before= --author= --committer= --grep= --all-match "
    "--invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp "
    "--max-count= --skip= --topo-order --date-order --author-date-order --walk-reflogs "
    "--boundary --left-right --left-only --right-only --cherry --cherry-pick --cherry-mark "
    "--simplify-by-decoration --full-history --dense --sparse --ancestry-path --source "
    "--log-size --no-walk? --merge --min-parents= --max-parents= --count --objects --notes? "
    "--no-notes --show-notes? --relative-date --parents --children --no-mailmap --mailmap "
)
_DIFFER = options(
    _DIFF + "--cached --staged --merge-base --no-index -1 -2 -3 -0 --base --ours --theirs"
)
_LOGGER = options(_LOG + _DIFF)


def _low(text: str = "", operands: Operands = _MAYBE) -> ProgramRule:
    return ProgramRule(options=options(text), operands=operands, unknown_option=Risk.HIGH)


def _medium(text: str = "", *, high: str = "") -> ProgramRule:
    return ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options(text, high=high),
        operands=_MAYBE,
        unknown_option=Risk.HIGH,
    )


def _high(text: str = "") -> ProgramRule:
    return ProgramRule(
        risk=Risk.HIGH,
        effects=CHANGES,
        options=options(text),
        operands=_MAYBE,
        unknown_option=Risk.HIGH,
    )


def _check_remote(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands:
        if "::" in word.text:
            # `ext::COMMAND` is a transport that runs the command.
            dossier.hold(Risk.HIGH, "git:transport", word.text)
        if ":" in word.text:
            dossier.forget_approval()


def _check_config(reading: Reading, dossier: Dossier) -> None:
    words = reading.operands
    reads = _READING_CONFIG & reading.names or (words and words[0].text in ("get", "list"))
    if not reads and len(words) != 1:
        dossier.hold(Risk.HIGH, "git:config", " ".join(word.text for word in words))


def _check_reading_only(reading: Reading, dossier: Dossier) -> None:
    if len(reading.operands) > 1:
        dossier.hold(Risk.MEDIUM, "git:symbolic-ref", reading.operands[0].text)
        dossier.add_effects(CHANGES)


def _check_reflog(reading: Reading, dossier: Dossier) -> None:
    for word in reading.operands[:1]:
        if word.text in ("expire", "delete", "drop", "write"):
            dossier.hold(Risk.HIGH, "git:reflog", word.text)


def _talking(text: str) -> ProgramRule:
    return ProgramRule(
        risk=Risk.MEDIUM,
        effects=_NETWORK,
        options=options(text),
        operands=_MAYBE,
        unknown_option=Risk.HIGH,
        check=_check_remote,
    )


def _group(**commands: ProgramRule) -> ProgramRule:
    return ProgramRule(
        options=options("-v --verbose"),
        commands={name.replace("_", "-"): rule for name, rule in commands.items()},
        unknown_option=Risk.HIGH,
        unknown_command=Risk.HIGH,
    )


_FETCHES = (
    "-q -v -a -p -t -n -j= -4 -6 --all --append --atomic --depth= --deepen= --shallow-since= "
    "--unshallow --dry-run --force -f --keep --multiple --prune --prune-tags --no-tags --tags "
    "--jobs= --quiet --verbose --progress --no-progress --no-recurse-submodules --refmap= "
)
_MERGES = (
    "-q -v -m= --ff --no-ff --ff-only --squash --no-squash --commit --no-commit --no-edit --stat "
    "-n --no-stat --no-verify --allow-unrelated-histories --abort --continue --quit --autostash "
    "--no-autostash --signoff --verbose --quiet -X= --strategy-option= "
)
_BRANCH = ProgramRule(
    options=options(
        "-a -r -v -vv -q -l -i --all --remotes --list --verbose --color? --no-color --column? "
        "--no-column --sort= --format= --abbrev? --no-abbrev --show-current --ignore-case "
        "--contains? --merged? --no-merged?",
        medium="-d -D -m -M -c -C -f -t --delete --move --copy --force --track? --no-track "
        "-u= --set-upstream-to= --unset-upstream",
    ),
    operands=_MAYBE,
    unknown_option=Risk.HIGH,
    operand_risk_unless=frozenset({"-l", "--list", "--contains", "--merged", "--no-merged"}),
    operand_risk=Risk.MEDIUM,
)

_COMMANDS: Mapping[str, ProgramRule] = {
    "status": _low(
        "-s -b -v -u? -z --short --branch --show-stash --porcelain? --long --verbose "
        "--untracked-files? --ignore-submodules? --ignored? --column? --no-column --ahead-behind "
        "--no-ahead-behind --renames --no-renames --find-renames?"
    ),
    "diff": evolve(_low(), options=_DIFFER),
    "diff-tree": evolve(_low(), options=options(_LOG + _DIFF + "-r -t --root --no-commit-id")),
    "diff-index": evolve(_low(), options=_DIFFER),
    "diff-files": evolve(_low(), options=_DIFFER),
    "log": evolve(_low(), options=_LOGGER),
    "show": evolve(_low(), options=_LOGGER),
    "whatchanged": evolve(_low(), options=_LOGGER),
    "rev-list": evolve(_low(), options=_LOGGER),
    "reflog": evolve(_low(), options=_LOGGER, check=_check_reflog),
    "shortlog": _low(
        "-# -n -s -e -c -w? -h --numbered --summary --email --group= --format= --no-merges "
        "--since= --until= --after= --before= --all --author="
    ),
    "blame": _low(
        "-b -c -C? -e -f -l -L= -M? -n -p -s -S=< -t -w --abbrev= --color-by-age --color-lines "
        "--date= --first-parent --ignore-rev= --ignore-revs-file=< --incremental --line-porcelain "
        "--porcelain --progress --reverse --root --show-email --show-name --show-number "
        "--show-stats --since= --contents=<"
    ),
    "grep": _low(
        "-# -a -A= -B= -c -C= -e= -E -f=< -F -G -h -H -i -I -l -L -m= -n -o -P -p -q -r -v -w -W "
        "-z --after-context= --all-match --and --or --not --before-context= --break --cached "
        "--color? --column --context= --count --exclude-standard --extended-regexp "
        "--files-with-matches --files-without-match --fixed-strings --full-name "
        "--function-context --heading --ignore-case --invert-match --line-number --max-count= "
        "--max-depth= --name-only --no-color --no-index --null --only-matching --perl-regexp "
        "--quiet --recurse-submodules --recursive --show-function --text --threads= --untracked "
        "--word-regexp",
        Operands(Use.MAYBE, first=Use.TEXT, no_first=frozenset({"-e", "-f"})),
    ),
    "ls-files": _low(
        "-c -d -i -k -m -o -s -t -u -v -x= -X=< -z --cached --deleted --directory --eol "
        "--error-unmatch --exclude= --exclude-from=< --exclude-per-directory= --exclude-standard "
        "--full-name --ignored --killed --modified --no-empty-directory --others "
        "--recurse-submodules --resolve-undo --stage --unmerged --abbrev? --deduplicate --format="
    ),
    "ls-tree": _low(
        "-d -l -r -t -z --abbrev? --format= --full-name --full-tree --long --name-only"
    ),
    "cat-file": _low(
        "-e -p -s -t -Z --batch? --batch-check? --batch-all-objects --buffer --unordered"
    ),
    "rev-parse": _low(
        "-q --abbrev-ref? --absolute-git-dir --all --branches? --default= --git-common-dir "
        "--git-dir --git-path= --is-bare-repository --is-inside-git-dir --is-inside-work-tree "
        "--is-shallow-repository --quiet --remotes? --short? --show-cdup --show-prefix "
        "--show-superproject-working-tree --show-toplevel --symbolic --symbolic-full-name --tags? "
        "--verify --show-object-format? --revs-only --no-revs --flags --no-flags"
    ),
    "describe": _low(
        "--abbrev= --all --always --broken? --candidates= --contains --debug --dirty? "
        "--exact-match --exclude= --first-parent --long --match= --tags"
    ),
    "name-rev": _low("--all --always --exclude= --name-only --no-undefined --refs= --tags"),
    "merge-base": _low("-a --all --fork-point --independent --is-ancestor --octopus"),
    "merge-tree": _low("-z --write-tree --messages --no-messages --name-only"),
    "show-ref": _low("-d -q -s --abbrev? --dereference --hash? --head --heads --tags --verify"),
    "show-branch": _low("-a -r --all --remotes --current --list --sha1-name --topo-order"),
    "for-each-ref": _low(
        "--color? --contains? --count= --exclude= --format= --ignore-case --merged? --no-contains? "
        "--no-merged? --points-at= --sort="
    ),
    "count-objects": _low("-v -H --verbose --human-readable"),
    "check-ignore": _low("-q -v -n -z --no-index --non-matching --quiet --verbose"),
    "check-attr": _low("-a -z --all --cached --source="),
    "cherry": _low("-v --abbrev?"),
    "range-diff": evolve(_low(), options=options(_LOG + _DIFF + "--creation-factor=")),
    "var": _low("-l"),
    "version": _low("--build-options"),
    "symbolic-ref": evolve(_low("-q --quiet --short"), check=_check_reading_only),
    "branch": _BRANCH,
    "tag": ProgramRule(
        options=options(
            "-l -n? -i --list --sort= --format= --contains? --no-contains? --merged? --no-merged? "
            "--points-at? --color? --column? --no-column --ignore-case",
            medium="-a -m= -F=< -d -f --annotate --message= --file=< --delete --force "
            "--create-reflog --no-sign",
        ),
        operands=_MAYBE,
        unknown_option=Risk.HIGH,
        operand_risk_unless=frozenset(
            {"-l", "--list", "-n", "--contains", "--no-contains", "--merged", "--points-at"}
        ),
        operand_risk=Risk.MEDIUM,
    ),
    "remote": _group(
        show=_talking("-n"),
        get_url=_low("--all --push"),
        update=_talking("-p --prune"),
        prune=_talking("-n --dry-run"),
        add=_high(),
        set_url=_high(),
        remove=_high(),
        rename=_high(),
    ),
    "stash": ProgramRule(
        risk=Risk.MEDIUM,
        effects=CHANGES,
        options=options("-u -a -k -q -m= --include-untracked --all --keep-index --quiet"),
        commands={
            "list": evolve(_low(), options=_LOGGER),
            "show": evolve(_low(), options=options(_DIFF + "--include-untracked -u")),
            "push": _medium(
                "-u -a -k -q -S -m= --include-untracked --all --keep-index --no-keep-index "
                "--quiet --staged --message="
            ),
            "save": _medium("-u -a -k -q --include-untracked --all --keep-index"),
            "pop": _medium("-q --index --quiet"),
            "apply": _medium("-q --index --quiet"),
            "branch": _medium(),
            "drop": _medium("-q --quiet"),
            "clear": _high(),
        },
        unknown_option=Risk.HIGH,
        unknown_command=Risk.HIGH,
    ),
    "config": ProgramRule(
        options=options(
            "-l -z --list --get --get-all --get-regexp --get-urlmatch --name-only --null "
            "--show-origin --show-scope --global --system --local --worktree --bool --int "
            "--bool-or-int --path --type= --default= --includes --no-includes"
        ),
        unknown_option=Risk.HIGH,
        check=_check_config,
    ),
    "worktree": _group(
        list=_low("-v -z --porcelain --verbose"),
        add=evolve(
            _medium("-b= -B= -d -f --detach --force --quiet -q --no-track --track --lock"),
            operands=Operands(Use.MAYBE, first=Use.WRITTEN),
        ),
        remove=_high(),
        prune=_medium("-n -v --dry-run --verbose"),
    ),
    "notes": _group(list=_low(), show=_low(), add=_medium("-m= -f"), append=_medium("-m=")),
    "submodule": _group(status=_low("--cached --recursive --quiet"), summary=_low()),
    "bisect": _group(
        start=_medium("--first-parent --no-checkout"),
        good=_medium(),
        bad=_medium(),
        skip=_medium(),
        reset=_medium(),
        log=_low(),
        run=_high(),
    ),
    "add": _medium(
        "-A -u -n -v -f -N --all --no-all --update --dry-run --verbose --force --intent-to-add "
        "--ignore-errors --ignore-removal --refresh --renormalize --chmod="
    ),
    "commit": evolve(
        _medium(
            "-a -m= -q -v -s -n -F=< -C= --all --message= --quiet --verbose --signoff "
            "--no-signoff --no-verify --amend --no-edit --allow-empty --allow-empty-message "
            "--author= --date= --dry-run --short --porcelain --file=< --fixup= --squash= "
            "--reuse-message= --reset-author --no-gpg-sign --only -o --include -i --trailer= "
            "--cleanup= --no-post-rewrite --no-status"
        ),
        effects=RUNS,
    ),
    "mv": evolve(
        _medium("-f -k -n -v --force --dry-run --verbose"), operands=Operands(Use.WRITTEN)
    ),
    "rm": evolve(
        _medium("-f -n -r -q --force --dry-run --cached --ignore-unmatch --quiet"),
        operands=Operands(Use.WRITTEN),
    ),
    "restore": _medium(
        "-s= -S -W -q --source= --staged --worktree --quiet --ours --theirs --ignore-unmerged "
        "--overlay --no-overlay"
    ),
    "checkout": evolve(
        _medium(
            "-b= -B= -q -t -d -l --quiet --track? --no-track --detach --ours --theirs --orphan= "
            "--progress --no-progress --guess --no-guess",
            high="-f --force",
        ),
        effects=RUNS,
    ),
    "switch": evolve(
        _medium(
            "-c= -C= -d -q -t --create= --force-create= --detach --quiet --track? --no-track "
            "--orphan= --guess --no-guess",
            high="-f --force --discard-changes",
        ),
        effects=RUNS,
    ),
    "merge": evolve(_medium(_MERGES), effects=RUNS),
    "rebase": evolve(
        _medium(
            "-q -v -f --abort --continue --skip --quit --onto= --autosquash --no-autosquash "
            "--autostash --no-autostash --keep-base --no-verify --root --update-refs --quiet "
            "--rebase-merges? --committer-date-is-author-date --show-current-patch -X="
        ),
        effects=RUNS,
    ),
    "cherry-pick": evolve(
        _medium(
            "-x -n -s -m= -X= --no-commit --signoff --mainline= --abort --continue --skip --ff"
        ),
        effects=RUNS,
    ),
    "revert": evolve(
        _medium("-n -s -m= --no-edit --no-commit --signoff --mainline= --abort --continue --skip"),
        effects=RUNS,
    ),
    "apply": _medium(
        "-3 -R -p= -v -q -z --3way --check --stat --numstat --summary --cached --index --reverse "
        "--reject --verbose --whitespace= --recount --include= --exclude= --ignore-whitespace"
    ),
    "am": evolve(_medium("-3 -q -s -k --abort --continue --skip --3way --signoff"), effects=RUNS),
    "init": evolve(
        _medium("-q -b= --quiet --initial-branch= --bare"), operands=Operands(Use.WRITTEN)
    ),
    "gc": _medium("-q --quiet --auto --no-prune"),
    "reset": _medium(
        "-q -N --quiet --soft --mixed --intent-to-add --no-refresh",
        high="--hard --merge --keep",
    ),
    "clean": ProgramRule(
        options=options(
            "-n -d -x -X -q -e= --dry-run --quiet --exclude=", high="-f --force -i --interactive"
        ),
        operands=_MAYBE,
        unknown_option=Risk.HIGH,
        low_only_with=frozenset({"-n", "--dry-run"}),
        otherwise=Risk.HIGH,
    ),
    "fetch": _talking(_FETCHES),
    "pull": evolve(
        _talking(_FETCHES + _MERGES + "-r --rebase? --no-rebase"), effects=_NETWORK | RUNS
    ),
    "ls-remote": _talking("-h -t -q --heads --branches --tags --refs --quiet --sort= --symref"),
    "clone": evolve(
        _talking(
            "-q -v -b= -n -o= -j= --quiet --verbose --branch= --bare --depth= --single-branch "
            "--no-single-branch --no-checkout --no-tags --shallow-since= --filter= --sparse "
            "--progress --origin= --jobs= --mirror --no-hardlinks"
        ),
        effects=_NETWORK | RUNS,
        operands=Operands(Use.MAYBE, last=Use.WRITTEN),
        is_keepable=False,
    ),
    "push": evolve(_high("-u -q -v -n -f -d --tags --all"), effects=_NETWORK, check=_check_remote),
}
_RUNNERS = names(
    "filter-branch daemon http-backend send-email instaweb shell credential hook difftool "
    "mergetool update-index update-ref replace fast-import request-pull remote-ext "
    "remote-fd upload-pack receive-pack send-pack fetch-pack cvsserver gui citool "
    "web--browse sh-setup p4 svn archive bundle maintenance prune filter-repo lfs annex "
    "sparse-checkout read-tree checkout-index write-tree mktag"
)

GIT = ProgramRule(
    options=options(
        "-P -C=/ --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects"
    ),
    unknown_option=Risk.HIGH,
    commands={**_COMMANDS, **dict.fromkeys(_RUNNERS, _high())},
    version_words=frozenset({"--version", "-v"}),
)
