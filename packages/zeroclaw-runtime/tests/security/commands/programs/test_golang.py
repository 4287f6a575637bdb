"""What the rules say of golang."""

import pytest
from command_verdicts import program_risks, verdict

from zeroclaw_api.risk import Effect, Risk

CASES = program_risks(
    low=r"""
        go version
        go env
        gofmt -l .
        go doc fmt
    """,
    medium=r"""
        go test ./...
        go build -o out .
        go vet ./...
        go run .
        go list ./...
        gofmt -w a.go
    """,
    high=r"""
        go test -exec 'sh -c id' ./...
        go test -exec=id ./...
        go test --exec=id ./...
        go build -toolexec id
        go vet -vettool=./x
        go build -ldflags=-extld=./x
        go get x
        go install x
        go env -w GOFLAGS=x
        go build -o /opt/x
        go mod tidy
    """,
)


@pytest.mark.parametrize(("script", "risk"), CASES)
def test_each_command_has_its_own_risk(script: str, risk: Risk) -> None:
    judged = verdict(script)
    assert (judged.risk, judged.denial) == (risk, None), judged.rule
    assert (judged.effects == {Effect.READ}) or risk > Risk.LOW
