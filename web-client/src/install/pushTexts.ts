/* What a push message says, in the language that the page had when it was turned on. The service worker has nothing else of the
 * page's texts. */

export type PushKind = 'turn' | 'begun' | 'round' | 'challenge';
type Texts = Record<PushKind, (by: string) => string>;

const texts: Record<string, Texts> = {
  en: {
    turn: by => `${by} has moved. It is your turn.`,
    begun: by => `Your game against ${by} has started.`,
    round: by => `Your tournament game against ${by} has started.`,
    challenge: by => `${by} challenges you to a game`,
  },
  de: {
    turn: by => `${by} hat gezogen. Du bist am Zug.`,
    begun: by => `Deine Partie gegen ${by} hat begonnen.`,
    round: by => `Deine Turnierpartie gegen ${by} hat begonnen.`,
    challenge: by => `${by} fordert dich zu einer Partie heraus`,
  },
  fr: {
    turn: by => `${by} a joué. C’est à vous.`,
    begun: by => `Votre partie contre ${by} a commencé.`,
    round: by => `Votre partie de tournoi contre ${by} a commencé.`,
    challenge: by => `${by} vous défie`,
  },
  es: {
    turn: by => `${by} ha jugado. Es tu turno.`,
    begun: by => `Tu partida contra ${by} ha empezado.`,
    round: by => `Tu partida de torneo contra ${by} ha empezado.`,
    challenge: by => `${by} te desafía a una partida`,
  },
  ar: {
    turn: by => `لعب ${by}. حان دورك.`,
    begun: by => `بدأت مباراتك ضد ${by}.`,
    round: by => `بدأت مباراتك في البطولة ضد ${by}.`,
    challenge: by => `يتحدّاك ${by} في مباراة`,
  },
};

/** In English where the language is not known; nothing for a kind that only newer versions know. */
export const pushText = (kind: string, language: string, by: string): string | undefined =>
  (texts[language] ?? texts.en)?.[kind as PushKind]?.(by);
