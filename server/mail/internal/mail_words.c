#include "mail_words.h"

#include <string.h>

typedef struct {
    const char *subject, *body;
} Words;

/* What is in braces is replaced: {name} {site} {link} {opponent} {time} {stop}. */
typedef struct {
    const char *tag;
    Words words[MAIL_KINDS_COUNT];
} Language;

static const Language LANGUAGES[] = {
    {"en",
     {[MAIL_CONFIRM] = {"Confirm your address for {site}",
                        "Hello {name},\n\nopen this link to confirm that this is your e-mail "
                        "address at {site}:\n\n{link}\n\nThe link is good for one day. If it "
                        "was not you who asked for it, you need not do anything.\n"},
      [MAIL_CHANGED] = {"Your address at {site} has been changed",
                        "Hello {name},\n\nthis address does not belong to your account at {site} "
                        "any more: another one has been set, or it has been removed.\n\nIf it was "
                        "not you, change your password and tell the operator:\n\n{link}\n"},
      [MAIL_RECOVER] = {"Set a new password for {site}",
                        "Hello {name},\n\nyou or somebody else asked for a new password for your "
                        "account {name} at {site}. This link lets you choose one:\n\n{link}\n\nIt "
                        "is good for one hour, and once. If it was not you, you need not do "
                        "anything: your password stays as it is.\n"},
      [MAIL_PASSWORD_SET] =
          {"Your password at {site} has been changed",
           "Hello {name},\n\na new password has been set for your account at "
           "{site}, by a link that was sent to this address. You have been signed "
           "out on all other devices.\n\nIf it was not you, tell the operator:"
           "\n\n{link}\n"},
      [MAIL_REMIND] = {"Your turn against {opponent}",
                       "Hello {name},\n\nit is your turn in your game against {opponent}. Time "
                       "left: {time}.\n\n{link}\n\nNo more such reminders:\n{stop}\n"},
      [MAIL_TEST] = {"Test of the e-mail of {site}",
                     "This letter shows that {site} can send e-mail.\n\n{link}\n"}}},
    {"de",
     {[MAIL_CONFIRM] = {"Bestätige deine Adresse für {site}",
                        "Hallo {name},\n\nmit diesem Link bestätigst du, dass dies deine "
                        "E-Mail-Adresse bei {site} ist:\n\n{link}\n\nDer Link gilt einen Tag. Wenn "
                        "du das nicht warst, brauchst du nichts zu tun.\n"},
      [MAIL_CHANGED] =
          {"Deine Adresse bei {site} wurde geändert",
           "Hallo {name},\n\ndiese Adresse gehört nicht mehr zu deinem Konto bei "
           "{site}: Es wurde eine andere eingetragen, oder sie wurde entfernt.\n\nWenn "
           "du das nicht warst, ändere dein Passwort und wende dich an den "
           "Betreiber:\n\n{link}\n"},
      [MAIL_RECOVER] = {"Neues Passwort für {site}",
                        "Hallo {name},\n\ndu oder jemand anderes hat für dein Konto {name} bei "
                        "{site} ein neues Passwort angefordert. Mit diesem Link wählst du "
                        "eines:\n\n{link}\n\nEr gilt eine Stunde und nur einmal. Wenn du das nicht "
                        "warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.\n"},
      [MAIL_PASSWORD_SET] =
          {"Dein Passwort bei {site} wurde geändert",
           "Hallo {name},\n\nfür dein Konto bei {site} wurde ein neues Passwort "
           "gesetzt, mit einem Link, der an diese Adresse ging. Auf allen anderen "
           "Geräten bist du abgemeldet.\n\nWenn du das nicht warst, wende dich an "
           "den Betreiber:\n\n{link}\n"},
      [MAIL_REMIND] = {"Du bist am Zug gegen {opponent}",
                       "Hallo {name},\n\nin deiner Partie gegen {opponent} bist du am Zug. "
                       "Verbleibende Zeit: {time}.\n\n{link}\n\nKeine solchen Erinnerungen "
                       "mehr:\n{stop}\n"},
      [MAIL_TEST] = {"Test der E-Mail von {site}",
                     "Diese Nachricht zeigt, dass {site} E-Mails senden kann.\n\n{link}\n"}}},
    {"fr",
     {[MAIL_CONFIRM] = {"Confirmez votre adresse pour {site}",
                        "Bonjour {name},\n\nouvrez ce lien pour confirmer que ceci est votre "
                        "adresse e-mail sur {site} :\n\n{link}\n\nLe lien est valable un jour. Si "
                        "cette demande ne vient pas de vous, vous n’avez rien à faire.\n"},
      [MAIL_CHANGED] =
          {"Votre adresse sur {site} a été changée",
           "Bonjour {name},\n\ncette adresse n’appartient plus à votre compte sur "
           "{site} : une autre a été choisie, ou elle a été supprimée.\n\nSi ce n’est "
           "pas vous, changez votre mot de passe et prévenez l’exploitant :\n\n{link}\n"},
      [MAIL_RECOVER] = {"Nouveau mot de passe pour {site}",
                        "Bonjour {name},\n\nvous ou quelqu’un d’autre a demandé un nouveau mot de "
                        "passe pour votre compte {name} sur {site}. Ce lien vous permet d’en "
                        "choisir un :\n\n{link}\n\nIl est valable une heure et une seule fois. Si "
                        "cette demande ne vient pas de vous, vous n’avez rien à faire : votre mot "
                        "de passe reste le même.\n"},
      [MAIL_PASSWORD_SET] = {"Votre mot de passe sur {site} a été changé",
                             "Bonjour {name},\n\nun nouveau mot de passe a été choisi pour votre "
                             "compte sur {site}, par un lien envoyé à cette adresse. Vous êtes "
                             "déconnecté de tous vos autres appareils.\n\nSi ce n’est pas vous, "
                             "prévenez l’exploitant :\n\n{link}\n"},
      [MAIL_REMIND] = {"À vous de jouer contre {opponent}",
                       "Bonjour {name},\n\nc’est à vous de jouer contre {opponent}. Temps "
                       "restant : {time}.\n\n{link}\n\nNe plus recevoir ces rappels :\n{stop}\n"},
      [MAIL_TEST] = {"Essai de l’e-mail de {site}",
                     "Ce message montre que {site} peut envoyer des e-mails.\n\n{link}\n"}}},
    {"es",
     {[MAIL_CONFIRM] = {"Confirma tu dirección para {site}",
                        "Hola, {name}:\n\nabre este enlace para confirmar que esta es tu dirección "
                        "de correo en {site}:\n\n{link}\n\nEl enlace vale un día. Si no lo has "
                        "pedido tú, no tienes que hacer nada.\n"},
      [MAIL_CHANGED] =
          {"Tu dirección en {site} ha cambiado",
           "Hola, {name}:\n\nesta dirección ya no pertenece a tu cuenta en {site}: se "
           "ha puesto otra o se ha quitado.\n\nSi no has sido tú, cambia tu contraseña "
           "y avisa al administrador:\n\n{link}\n"},
      [MAIL_RECOVER] =
          {"Nueva contraseña para {site}",
           "Hola, {name}:\n\ntú u otra persona ha pedido una nueva contraseña para tu "
           "cuenta {name} en {site}. Con este enlace puedes elegir una:\n\n{link}\n\n"
           "Vale una hora y una sola vez. Si no has sido tú, no tienes que hacer nada: "
           "tu contraseña no cambia.\n"},
      [MAIL_PASSWORD_SET] =
          {"Tu contraseña en {site} ha cambiado",
           "Hola, {name}:\n\nse ha puesto una nueva contraseña a tu cuenta en "
           "{site}, con un enlace enviado a esta dirección. Se ha cerrado tu sesión "
           "en todos los demás dispositivos.\n\nSi no has sido tú, avisa al "
           "administrador:\n\n{link}\n"},
      [MAIL_REMIND] =
          {"Te toca jugar contra {opponent}",
           "Hola, {name}:\n\nte toca jugar en tu partida contra {opponent}. Tiempo "
           "restante: {time}.\n\n{link}\n\nNo recibir más estos recordatorios:\n{stop}\n"},
      [MAIL_TEST] = {"Prueba del correo de {site}",
                     "Este mensaje muestra que {site} puede enviar correo.\n\n{link}\n"}}},
    {"ar",
     {[MAIL_CONFIRM] =
          {"أكّد عنوانك في {site}",
           "مرحبًا {name}،\n\nافتح هذا الرابط لتأكيد أنّ هذا عنوان بريدك الإلكتروني في "
           "{site}:\n\n{link}\n\nالرابط صالح ليوم واحد. إن لم تكن أنت من طلبه فلا يلزمك "
           "فعل شيء.\n"},
      [MAIL_CHANGED] = {"تغيّر عنوانك في {site}",
                        "مرحبًا {name}،\n\nلم يعد هذا العنوان تابعًا لحسابك في {site}: فقد عُيّن عنوان "
                        "آخر أو أُزيل.\n\nإن لم تكن أنت من فعل ذلك فغيّر كلمة مرورك وأبلغ "
                        "المشغّل:\n\n{link}\n"},
      [MAIL_RECOVER] =
          {"كلمة مرور جديدة في {site}",
           "مرحبًا {name}،\n\nطلبتَ أنت أو شخص آخر كلمة مرور جديدة لحسابك {name} في "
           "{site}. بهذا الرابط تختار واحدة:\n\n{link}\n\nالرابط صالح لساعة واحدة ولمرّة "
           "واحدة. إن لم تكن أنت من طلبها فلا يلزمك فعل شيء: تبقى كلمة مرورك كما هي.\n"},
      [MAIL_PASSWORD_SET] =
          {"تغيّرت كلمة مرورك في {site}",
           "مرحبًا {name}،\n\nعُيّنت كلمة مرور جديدة لحسابك في {site} برابط أُرسل إلى "
           "هذا العنوان، وسُجّل خروجك من كل الأجهزة الأخرى.\n\nإن لم تكن أنت من فعل "
           "ذلك فأبلغ المشغّل:\n\n{link}\n"},
      [MAIL_REMIND] = {"حان دورك أمام {opponent}",
                       "مرحبًا {name}،\n\nحان دورك في مباراتك أمام {opponent}. الوقت المتبقي: "
                       "{time}.\n\n{link}\n\nلإيقاف هذه التذكيرات:\n{stop}\n"},
      [MAIL_TEST] = {"اختبار بريد {site}",
                     "تُظهر هذه الرسالة أنّ {site} يستطيع إرسال البريد.\n\n{link}\n"}}},
};

enum { LANGUAGES_COUNT = sizeof LANGUAGES / sizeof *LANGUAGES };

static const Language *find(const char *tag)
{
    for (int i = 0; i < LANGUAGES_COUNT; i++)
        if (strcmp(LANGUAGES[i].tag, tag) == 0)
            return &LANGUAGES[i];
    return NULL;
}

bool mail_words_has(const char *language)
{
    return find(language) != NULL;
}

static const char *value_of(const MailValues *values, const char *name, size_t length)
{
    const struct {
        const char *name, *value;
    } known[] = {{"name", values->name},         {"site", values->site}, {"link", values->link},
                 {"opponent", values->opponent}, {"time", values->time}, {"stop", values->stop}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0)
            return known[i].value;
    return "";
}

/* Values are put in as they are: what looks like a name in braces there stays. */
static void fill_in(Text *out, const char *words, const MailValues *values)
{
    while (*words) {
        size_t plain = strcspn(words, "{");
        text_append(out, words, plain);
        words += plain;
        if (*words) {
            size_t length = strcspn(++words, "}");
            const char *value = value_of(values, words, length);
            text_append(out, value, strlen(value));
            words += length + 1;
        }
    }
}

void mail_words_print(MailKind kind, const char *language, const MailValues *values, Text *subject,
                      Text *body)
{
    const Language *found = find(language);
    const Words *words = &(found ? found : &LANGUAGES[0])->words[kind];
    fill_in(subject, words->subject, values);
    fill_in(body, words->body, values);
}
