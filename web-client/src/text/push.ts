/* The texts of the settings of push messages in all languages: they are fetched with them. A language that lacks one does
 * not compile. */

import { languageInUse } from '.';
import type { LanguageTag } from './tag';

const english = {
  title: 'While you are away',
  why: 'This device can tell you even when the page is closed. Only your browser can read the messages.',
  insecure:
    'Push messages are not to be had here: browsers allow them only at an address with https and a name.',
  missing:
    'This browser receives no push messages. On an iPhone or iPad, add the page to the home screen first.',
  denied: 'Your browser forbids notifications of this site. Allow them in its settings first.',
  on: 'Tell me on this device',
  turns: 'It is my turn',
  challenges: 'Somebody challenges me',
  tournaments: 'My game in a tournament has started',
  failed: 'It did not work: your browser cannot reach its push service.',
  devices: 'Other devices',
  unnamed: 'Device',
  remove: 'Remove',
};

type Texts = Record<keyof typeof english, string>;

const german: Texts = {
  title: 'Während du weg bist',
  why: 'Dieses Gerät kann dich auch benachrichtigen, wenn die Seite geschlossen ist. Nur dein Browser kann die Nachrichten lesen.',
  insecure:
    'Push-Nachrichten gibt es hier nicht: Browser erlauben sie nur unter einer Adresse mit https und einem Namen.',
  missing:
    'Dieser Browser empfängt keine Push-Nachrichten. Auf iPhone und iPad füge die Seite zuerst zum Startbildschirm hinzu.',
  denied: 'Dein Browser verbietet Benachrichtigungen dieser Seite. Erlaube sie zuerst in seinen Einstellungen.',
  on: 'Mich auf diesem Gerät benachrichtigen',
  turns: 'Ich bin am Zug',
  challenges: 'Jemand fordert mich heraus',
  tournaments: 'Meine Turnierpartie hat begonnen',
  failed: 'Es hat nicht geklappt: Dein Browser erreicht seinen Push-Dienst nicht.',
  devices: 'Andere Geräte',
  unnamed: 'Gerät',
  remove: 'Entfernen',
};

const french: Texts = {
  title: 'Pendant votre absence',
  why: 'Cet appareil peut vous prévenir même quand la page est fermée. Seul votre navigateur peut lire les messages.',
  insecure:
    'Les messages push ne sont pas disponibles ici : les navigateurs ne les permettent qu’à une adresse avec https et un nom.',
  missing:
    'Ce navigateur ne reçoit pas de messages push. Sur iPhone ou iPad, ajoutez d’abord la page à l’écran d’accueil.',
  denied: 'Votre navigateur interdit les notifications de ce site. Autorisez-les d’abord dans ses réglages.',
  on: 'Me prévenir sur cet appareil',
  turns: 'C’est à moi de jouer',
  challenges: 'Quelqu’un me défie',
  tournaments: 'Ma partie de tournoi a commencé',
  failed: 'Échec : votre navigateur ne peut pas joindre son service push.',
  devices: 'Autres appareils',
  unnamed: 'Appareil',
  remove: 'Supprimer',
};

const spanish: Texts = {
  title: 'Mientras no estás',
  why: 'Este dispositivo puede avisarte aunque la página esté cerrada. Solo tu navegador puede leer los mensajes.',
  insecure:
    'Aquí no hay mensajes push: los navegadores solo los permiten en una dirección con https y un nombre.',
  missing:
    'Este navegador no recibe mensajes push. En un iPhone o iPad, añade antes la página a la pantalla de inicio.',
  denied: 'Tu navegador prohíbe las notificaciones de este sitio. Permítelas antes en sus ajustes.',
  on: 'Avisarme en este dispositivo',
  turns: 'Es mi turno',
  challenges: 'Alguien me desafía',
  tournaments: 'Mi partida de torneo ha empezado',
  failed: 'No ha funcionado: tu navegador no puede conectar con su servicio push.',
  devices: 'Otros dispositivos',
  unnamed: 'Dispositivo',
  remove: 'Quitar',
};

const arabic: Texts = {
  title: 'أثناء غيابك',
  why: 'يمكن لهذا الجهاز أن ينبّهك حتى إن كانت الصفحة مغلقة. لا يستطيع قراءة الرسائل سوى متصفّحك.',
  insecure: 'رسائل الدفع غير متاحة هنا: لا تسمح بها المتصفّحات إلا في عنوان له https واسم.',
  missing: 'لا يستقبل هذا المتصفّح رسائل الدفع. على iPhone أو iPad أضف الصفحة إلى الشاشة الرئيسية أولًا.',
  denied: 'متصفّحك يمنع إشعارات هذا الموقع. اسمح بها في إعداداته أولًا.',
  on: 'نبّهني على هذا الجهاز',
  turns: 'حان دوري',
  challenges: 'تحدّاني أحد',
  tournaments: 'بدأت مباراتي في بطولة',
  failed: 'لم ينجح الأمر: لا يستطيع متصفّحك الوصول إلى خدمة الدفع الخاصة به.',
  devices: 'أجهزة أخرى',
  unnamed: 'جهاز',
  remove: 'إزالة',
};

const languages: Record<LanguageTag, Texts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic,
};

export const sayPush = (key: keyof Texts): string => languages[languageInUse().tag][key];
