"""How claims are worded in Spanish."""

from __future__ import annotations

from typing import Final

from zeroclaw_runtime.security.claims.rules import Action, Rules

__all__ = ["SPANISH"]

_ADVERBS = r"(?: (?:ya|también|además|luego|primero|correctamente|ahora|acabo de))*"


def _deed(participle: str, past: str, infinitive: str) -> str:
    return (
        rf"(?:\b(?:he|hemos|se han?|han? sido|fue|fueron|quedó|quedaron|queda|está|están)"
        rf"{_ADVERBS} (?:{participle})\b|(?<!que )\b(?:{past})\b"
        rf"|\b(?:tras|después de|al|luego de|acabo de)(?: haber)? (?:{infinitive}|{participle})\b"
        rf"|^(?:{participle})\b|\by (?:{participle})\b)"
    )


SPANISH: Final = Rules(
    language="es",
    frequent=(
        "el la los las de que y en un una es por con para se del al lo he su ya como más este esta"
        " pero hay ha fue son sus le les desde muy todo todos está ser sin sobre tiene también"
    ),
    deeds={
        Action.SEARCH: _deed(
            "buscado|rastreado|consultado|explorado|indagado|recorrido",
            "busqué|buscamos|rastreé|consulté|exploré|recorrí",
            "buscar|rastrear|consultar|explorar|recorrer",
        ),
        Action.READ: _deed(
            "leído|abierto|revisado|comprobado|examinado|mirado|inspeccionado|visto|verificado",
            "leí|leímos|abrí|revisé|comprobé|examiné|miré|inspeccioné|verifiqué",
            "leer|abrir|revisar|comprobar|examinar|mirar|inspeccionar",
        ),
        Action.RUN: _deed(
            "ejecutad[oa]s?|lanzad[oa]s?|iniciad[oa]s?|compilad[oa]s?|probad[oa]s?|instalad[oa]s?"
            "|corrido",
            "ejecuté|ejecutamos|lancé|inicié|compilé|corrí|instalé|probé",
            "ejecutar|lanzar|compilar|correr|instalar|probar",
        ),
        Action.WRITE: _deed(
            "escrit[oa]s?|guardad[oa]s?|cread[oa]s?|actualizad[oa]s?|editad[oa]s?|añadid[oa]s?"
            "|modificad[oa]s?|registrad[oa]s?|almacenad[oa]s?|corregid[oa]s?",
            "escribí|guardé|creé|actualicé|edité|añadí|agregué|anoté|dejé|apunté|modifiqué"
            "|registré|corregí",
            "escribir|guardar|crear|actualizar|editar|añadir|modificar",
        ),
        Action.SEND: r"\b(?:correo|mensaje|carta|invitación|resumen)\b[^.]*?\b(?:ya salió"
        r"|salió|va en camino|está en camino|ha salido)|"
        + _deed(
            "enviad[oa]s?|mandad[oa]s?|notificad[oa]s?|reenviad[oa]s?|respondid[oa]s?"
            "|publicad[oa]s?"
            "|avisad[oa]s?|entregad[oa]s?",
            "envié|mandé|notifiqué|reenvié|respondí|publiqué|avisé|escribí (?:a|un correo)",
            "enviar|mandar|notificar|reenviar|publicar",
        ),
        Action.FETCH: _deed(
            "descargad[oa]s?|visitad[oa]s?|obtenid[oa]s?|recuperad[oa]s?|consultad[oa]s?",
            "descargué|visité|obtuve|recuperé|navegué|bajé",
            "descargar|visitar|obtener|recuperar|navegar",
        ),
        Action.DELETE: _deed(
            "borrad[oa]s?|eliminad[oa]s?|quitad[oa]s?|suprimid[oa]s?|limpiad[oa]s?|vaciad[oa]s?",
            "borré|eliminé|quité|suprimí|limpié|vacié",
            "borrar|eliminar|quitar|suprimir|limpiar|vaciar",
        ),
        Action.SCHEDULE: r"\b(?:ya tienes|tienes|queda)\b[^.]*?\b(?:recordatorio|cita|alarma)\b|"
        + _deed(
            "programad[oa]s?|agendad[oa]s?|planificad[oa]s?|reservad[oa]s?",
            "programé|agendé|planifiqué|reservé|puse (?:un recordatorio|una alarma)",
            "programar|agendar|planificar|reservar",
        ),
    },
    denials=r"\b(?:no|nada|nadie|nunca|podría|pude|puedo|si|debería|sin|quisiera|haría|jamás)\b",
    counts=r"{number} (?:{thing})\b",
    counted=(
        "archivos?|ficheros?|resultados?|coincidencias?|líneas?|entradas?|mensajes?|correos?"
        "|errores|avisos?|advertencias?|elementos?|documentos?|registros?|filas?|páginas?|pruebas?"
        "|commits?|usuarios?|pedidos?|tareas?|eventos?|tickets?|incidencias?|carpetas?|notas?"
        "|facturas?|reuniones|citas?|paquetes?|contactos?|fotos?|lugares|veces|ocasiones"
        "|apariciones|funciones"
        "|tablas?|clientes?|artículos?|ramas?|referencias?"
    ),
    numerals={
        "dos": 2,
        "tres": 3,
        "cuatro": 4,
        "cinco": 5,
        "seis": 6,
        "siete": 7,
        "ocho": 8,
        "nueve": 9,
        "diez": 10,
        "once": 11,
        "doce": 12,
        "quince": 15,
        "veinte": 20,
        "una docena de": 12,
    },
    parts=r"\b(?:primer[oa]s|últim[oa]s|siguientes|est[oa]s|sol[oa]|otr[oa]s|solo|sólo)\s*$",
    about=r"\b(?:unos|unas|cerca de|aproximadamente|alrededor de|casi|más de|menos de|~)\s*$",
    is_=r"(?: (?:es|era|son|está en|marca|asciende a|vale|fue)|:|=)(?: (?:ahora|actualmente|de))?",
    fact_names={
        "version": "versión",
        "status": "estado",
        "temperature": "temperatura",
        "size": "tamaño",
        "owner": "dueñ[oa]|propietari[oa]",
        "price": "precio",
        "author": "autora?",
        "city": "ciudad",
        "date": "fecha",
        "name": "nombre",
        "duration": "duración",
        "total": "total|suma",
        "language": "idioma|lenguaje",
        "branch": "rama",
        "license": "licencia",
        "port": "puerto",
        "color": "color",
        "priority": "prioridad",
        "amount": "importe",
        "host": "servidor|host",
    },
    absence=(
        r"(?:\bno (?:hay|había|existen?|existía|se (?:encontr\w+|han? encontrado|halló|menciona"
        r"|registra\w*)|encontr\w+|he (?:encontrado|hallado|visto|localizado)|hall\w+|contiene"
        r"|contenía|aparecen?|apareció|figuran?|consta|tiene|devolvió|arrojó|veo|localic\w+|pude"
        r" (?:encontrar|hallar|localizar)|logré|dio|queda\w*)"
        r"|\bning(?:ún|una|uno)\b|\bnada (?:que|relacionad\w+|coincid\w+)|\bsin (?:resultados"
        r"|coincidencias|rastro|éxito)|\bni (?:un|una) sol[oa]|\binexistente|\blibre de\b"
        r"|\bnadie (?:usa|utiliza|menciona)|\bcero (?:resultados|coincidencias)|\ben vano"
        r"|\bsin (?:suerte|fruto)|\bvací[oa]\b)"
    ),
    sought=r"\b(?:encontr\w+|hall\w+|busc\w+|búsqueda|resultados?|coincidencias?|localiz\w+"
    r"|logré|suerte|en vano)\b",
    certain=(
        r"\b(?:por (?:lo )?tanto|por consiguiente|así que|claramente|obviamente|evidentemente"
        r"|indudablemente|sin duda|sin lugar a dudas|definitivamente|con (?:toda )?seguridad"
        r"|esto (?:significa|demuestra|prueba|confirma)|lo que (?:significa|demuestra|prueba"
        r"|confirma)|demuestra que|prueba que|tien\w+ que (?:ser|haber)"
        r"|deben? (?:de )?(?:ser|haber)"
        r"|la (?:causa|razón|culpa)(?: de (?:esto|ello))? (?:es|fue)|el motivo (?:es|fue)|se debe a"
        r"|se debió a|garantiza que|explica por qué|es evidente|está claro"
        r"|no hay otra explicación|es (?:obvio|claro|seguro)|no cabe duda|no hay duda"
        r"|lo que (?:pasó|ocurrió|sucedió)"
        r"(?: aquí)? (?:es|fue))\b"
    ),
    because=r"\b(?:porque|debido a|a causa de|gracias a|provocó|provocad\w+|ya que|puesto que)\b",
    us=r"\b(?:yo|tú|me|te|mi|tu|nos|he|has|puedo|puedes)\b",
    hedges=(
        r"\b(?:probablemente|quizás?|tal vez|posiblemente|podría|puede que|parece|al parecer"
        r"|seguramente|creo|supongo|sospecho|imagino|sugiere|indica|no (?:es|está) seguro|no estoy"
        r"|a lo mejor|no (?:lo )?sé|desconozco|cabe (?:la|pensar|suponer)|hipótesis|si"
        r"|aparentemente|sin confirmar)\b"
    ),
    sources=(
        r"\b(?:según|de acuerdo con|conforme a|como (?:se )?(?:indica|explica|describe|señala|dice"
        r"|recoge|documenta)(?: en)?|tal como|citando|fuentes?:|véase|ver también:?|tomado de"
        r"|extraído de|basado en|publicad[oa] (?:en|por)|referencia:)\s+"
    ),
    works=(
        r"\b(?:artículo|estudio|informe|libro|trabajo|manual|guía|publicación"
        r"|encuesta)s? de(?:l| la)?"
        r" ([\w .&-]{3,40})"
    ),
)
