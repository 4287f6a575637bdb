"""How claims are worded in German."""

from __future__ import annotations

from typing import Final

from zeroclaw_runtime.security.claims.rules import Action, Rules

__all__ = ["GERMAN"]


def _deed(participle: str, noun: str) -> str:
    # The participle stands at the end of its clause.
    return (
        rf"(?:\b(?:ich habe|habe ich|wir haben|haben wir|wurden?|ist|sind)\b(?:[^.;!?]|\.(?=\S))*?"
        rf"\b(?:{participle})\b|\bich\b[^.;!?]*?\b(?:{participle}) habe\b|\b(?:nach|beim"
        rf"|durch|per)(?: \w+){{0,2}} (?:{noun})\b"
        rf"|^(?:{participle})(?=[.!:,])|\bund [^.;!?,]*?\b(?:{participle})\b)"
    )


GERMAN: Final = Rules(
    language="de",
    frequent=(
        "der die das und ist nicht ich ein eine zu den dem mit auf für im von wurde sind des hat"
        " habe auch sich gibt dass wie an bei nach aus noch nur sie wird haben dort hier vor zum"
        " kommt blieb leider alles einer einen einem zur ihn du kann keine kein"
    ),
    deeds={
        Action.SEARCH: _deed(
            "gesucht|durchsucht|durchkämmt|nachgeschlagen|recherchiert|abgesucht|abgefragt"
            "|durchforstet",
            "suche|durchsuchen|recherche|abfrage|durchsicht",
        ),
        Action.READ: _deed(
            "gelesen|geöffnet|geprüft|überprüft|angesehen|angeschaut|durchgesehen|eingesehen"
            "|nachgesehen|untersucht|durchgelesen",
            "lesen|lektüre|öffnen|prüfung|ansehen|blick",
        ),
        Action.RUN: _deed(
            "ausgeführt|gestartet|laufen lassen|kompiliert|gebaut|getestet|durchgeführt|aufgerufen",
            "ausführen|ausführung|starten|kompilieren|installation|testlauf",
        ),
        Action.WRITE: _deed(
            "geschrieben|gespeichert|angelegt|erstellt|aktualisiert|bearbeitet|ergänzt|geändert"
            "|eingetragen|abgelegt|abgespeichert|hinzugefügt|korrigiert",
            "speichern|schreiben|erstellen|anlegen|bearbeiten",
        ),
        Action.SEND: r"\b(?:mail|nachricht|brief|einladung"
        r"|zusammenfassung)\b[^.]*?\b(?:ist raus|ist draußen|ist unterwegs|ging raus"
        r"|ist rausgegangen)|"
        + _deed(
            "gesendet|geschickt|verschickt|versendet|gemailt|benachrichtigt|weitergeleitet"
            "|geantwortet|abgeschickt|zugestellt|übermittelt",
            "senden|versand|verschicken|weiterleiten",
        ),
        Action.FETCH: _deed(
            "abgerufen|heruntergeladen|besucht|geladen|geholt|aufgerufen|angefragt",
            "abruf|abrufen|herunterladen|download|besuch",
        ),
        Action.DELETE: _deed(
            "gelöscht|entfernt|geleert|bereinigt|verworfen|beseitigt|aufgeräumt",
            "löschen|entfernen|löschung|bereinigung",
        ),
        Action.SCHEDULE: _deed(
            "geplant|terminiert|gebucht|vorgemerkt|eingeplant|erinnerung \\w+",
            "planen|buchung|terminierung",
        ),
    },
    denials=(
        r"\b(?:nicht|nie|nichts|niemand|kein\w*|konnte|könnte|würde|werde|falls|wenn|sollte"
        r"|sofern|ohne|möchte)\b"
    ),
    counts=r"{number} (?:[\wäöüß-]+ ){{0,2}}?(?:{thing})\b",
    counted=(
        "datei(?:en)?|ergebnisse?n?|treffern?|zeilen?|einträgen?|nachrichten?|e-?mails?|mails?"
        "|fehlern?|warnungen|elementen?|dokumenten?|datensätzen?|seiten?|tests?|commits?|nutzern?"
        "|benutzern?|bestellungen|aufgaben?|ereignissen?|tickets?|ordnern?|notizen?|rechnungen"
        "|terminen?|paketen?|kontakten?|fotos?|stellen|mal|vorkommen|funktionen|tabellen|kunden"
        "|artikeln?|zweigen?|verweisen?|besprechungen|rechnung|bestellung|fundstellen"
    ),
    numerals={
        "zwei": 2,
        "drei": 3,
        "vier": 4,
        "fünf": 5,
        "sechs": 6,
        "sieben": 7,
        "acht": 8,
        "neun": 9,
        "zehn": 10,
        "elf": 11,
        "zwölf": 12,
        "fünfzehn": 15,
        "zwanzig": 20,
        "ein dutzend": 12,
    },
    parts=r"\b(?:ersten|letzten|nächsten|folgenden|diese|nur|weitere|der|obersten|anderen)\s*$",
    about=r"\b(?:etwa|rund|ungefähr|circa|ca\.|knapp|fast|über|gut|unter|~)\s*$",
    is_=(
        r"(?: (?:ist|war|sind|beträgt|lautet|liegt bei|steht auf|betrug|zeigt)|:|=)"
        r"(?: (?:jetzt|derzeit|nun|aktuell))?"
    ),
    fact_names={
        "version": "version",
        "status": "status|zustand",
        "temperature": "temperatur",
        "size": "größe",
        "owner": "besitzer|eigentümer|inhaber|zuständig\\w*|verantwortlich\\w*",
        "price": "preis",
        "author": "autor|verfasser",
        "city": "stadt|ort",
        "date": "datum",
        "name": "name",
        "duration": "dauer",
        "total": "summe|gesamtbetrag",
        "language": "sprache",
        "branch": "zweig|branch",
        "license": "lizenz",
        "port": "port",
        "color": "farbe",
        "priority": "priorität",
        "amount": "betrag",
        "host": "rechner|host",
    },
    absence=(
        r"(?:\b(?:es gibt|gibt es|enthält|enthielt|hat|habe|fand|fanden|finde|sehe|lieferte|ergab"
        r"|ergaben|existier\w+|liegen|sind|zeigt|steht|da ist)\b[^.;!?]*?\b(?:kein\w*|nichts)\b"
        r"|\b(?:nicht|nichts) (?:gefunden|finden|vorhanden|auffindbar|enthalten|existier\w+|erwähnt"
        r"|vor\b|zu finden)|\bkeine?n? (?:einzige\w*|spur|treffer|ergebnis\w*|einträge|hinweis\w*"
        r"|dateien?)\b|\bexistiert (?:dort |hier )?nicht|\bfehlt (?:ganz|völlig|dort)?"
        r"|\bblieb (?:ohne|erfolglos|leer)|\bohne (?:treffer|ergebnis|erfolg)"
        r"|\btaucht \w* ?nicht|\bfrei von\b|\b(?:niemand|keiner) (?:verwendet|nutzt|benutzt)"
        r"|\bin keiner\b|\bnull (?:treffer|ergebnisse)|\bvergeblich|\berfolglos"
        r"|\bergebnislos|\bkommt"
        r"\b[^.;!?]*?\bnicht vor\b|\bleer ausgegangen)"
    ),
    sought=r"\b(?:gefunden|finde\w*|fand\w*|such\w+|treffer|ergebnis\w*|ergab\w*|blieb"
    r"|auffindbar|vergeblich)\b",
    certain=(
        r"\b(?:daher|deshalb|folglich|somit|also|offensichtlich|eindeutig|zweifellos|zweifelsfrei"
        r"|sicherlich|definitiv|ganz sicher|mit sicherheit|das (?:heißt|bedeutet|beweist|bestätigt)"
        r"|dies (?:bedeutet|beweist|bestätigt)|was (?:bedeutet|beweist)|beweist|muss (?:\S+ ){0,6}?"
        r"(?:sein|haben)|(?:der grund|die ursache|schuld)(?: dafür| daran)? (?:ist|war)|liegt an"
        r"|(?:keine|andere) (?:andere )?erklärung|es ist (?:klar|offensichtlich|eindeutig"
        r"|sicher)|fraglos|unzweifelhaft|nachweislich|passiert ist(?: folgendes)?"
        r"|was passiert ist|lag an|geht auf|zurückzuführen|garantiert|erklärt,? warum"
        r"|ohne jeden zweifel)\b"
    ),
    because=r"\b(?:weil|wegen|aufgrund|dank|führte dazu|führte zu|verursacht\w*)\b",
    us=r"\b(?:ich|du|wir|mir|dir|mich|dich|mein\w*|dein\w*|uns|sie ihn)\b",
    hedges=(
        r"\b(?:wahrscheinlich|vermutlich|vielleicht|möglicherweise|eventuell|könnten?|dürften?"
        r"|scheint|scheinbar|wohl|deutet|ich (?:denke|glaube|vermute|nehme an)|meine vermutung"
        r"|unklar|weiß ich nicht|ich weiß nicht|unbekannt|nicht sicher|unsicher|falls|wenn"
        r"|mutmaßlich|denkbar|legt nahe|annahme)\b"
    ),
    sources=(
        r"\b(?:laut|gemäß|zufolge|nach angaben (?:von|der|des)|wie (?:in|auf|bei|es in)"
        r"|(?:siehe|quellen?)(?: auch)?:?|zitiert aus|entnommen aus|basierend auf|steht in"
        r"|beschrieben in|dokumentiert (?:in|auf)|veröffentlicht (?:in|von|auf)|nachzulesen (?:in"
        r"|auf|unter|bei))\s+"
    ),
    works=(
        r"\b(?:aufsatz|studie|artikel|bericht|buch|arbeit|veröffentlichung|untersuchung|handbuch)"
        r"(?:s|es|en)? (?:von|der|des|aus) ([\w .&-]{3,40})"
    ),
)
