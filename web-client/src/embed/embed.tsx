import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import '../ui/theme.css';
import '../board/board.css';
import './embed.css';

import { render } from 'preact';
import rulesUrl from 'rules.wasm?url';

import { loadPieces } from '../board/looks';
import { type Color, colors } from '../chess/fen';
import { type PgnFault, readPgn } from '../chess/pgn';
import { type Rules, fetchRules, startStep } from '../chess/rules';
import { mainLine } from '../chess/tree';
import { type Game, isOver } from '../game/game';
import { resultText } from '../game/result';
import { ratingText } from '../net/rating';
import { printRoute } from '../route';
import { speak } from '../text';
import { fetchLanguage } from '../text/language';
import { say } from '../text/later';
import { languageFor } from '../text/tag';
import { readEmbedAddress } from './embedAddress';
import { type Embedded, EmbedView } from './embedView';
import { type Watched, watchGame } from './watchGame';

const address = readEmbedAddress(location);
const { settings, shows } = address;
const root = document.documentElement;
const place = document.getElementById('page');
if (!place) throw new Error('the document has no #page');

Object.assign(root.dataset, {
  scheme: settings.scheme,
  board: settings.board,
  pieces: settings.pieces,
});
void loadPieces(settings.pieces).catch(() => {});

const show = (shown: Embedded): void => {
  document.title = shown.players
    ? `${shown.players.white[0]} – ${shown.players.black[0]} · castled`
    : 'castled';
  render(
    <EmbedView
      shown={shown}
      orientation={address.orientation}
      ply={address.ply}
      settings={settings}
    />,
    place,
  );
};

const showFault = (words: string): void =>
  render(
    <main class="embed-fault">
      <p role="alert">{words}</p>
    </main>,
    place,
  );

/* A game of this server. */

const nameOf = ({ players }: Game, side: Color): [string, string] => {
  const { name, rating, provisional, computer } = players[side];
  return [computer ? say('player.computer') : name, ratingText(rating, provisional)];
};

function showGame({ game, trouble }: Watched): void {
  if (!game) {
    if (trouble)
      showFault(
        say(
          trouble === 'missing'
            ? 'missing.game'
            : trouble === 'lost'
              ? 'link.broken'
              : 'page.garbled',
        ),
      );
    return;
  }
  show({
    start: game.start,
    steps: game.steps,
    players: { white: nameOf(game, 'white'), black: nameOf(game, 'black') },
    clock: game.clock,
    axis: game.axis,
    isOver: isOver(game) || game.paused,
    words: trouble ? say('link.broken') : resultText(game),
    path: printRoute({ page: 'game', game: game.id, side: address.orientation }),
  });
}

/* A board of one's own. */

const shownOf = (start: Embedded['start'], steps: Embedded['steps']): Embedded => ({
  start,
  steps,
  players: null,
  clock: null,
  axis: { at: 0, now: 0 },
  isOver: true,
  words: '',
  path: printRoute({ page: 'analysis', game: null, fen: (steps.at(-1) ?? start).fen }),
});

function showFen(rules: Rules, fen: string): void {
  const start = startStep(rules, fen);
  if (start) show(shownOf(start, []));
  else showFault(say('analysis.bad.fen'));
}

const faultText = (fault: 'long' | PgnFault): string =>
  fault === 'long'
    ? say('analysis.bad.long')
    : say('analysis.bad.move', { text: fault.token, n: fault.ply });

/** What comes before a move that cannot be read is shown. */
function showPgn(rules: Rules, text: string): void {
  const game = readPgn(text, rules);
  if (!game) return showFault(say('analysis.bad.pgn'));
  const { tags, tree, fault } = game;
  const nameTag = (side: Color): string => tags[side === 'white' ? 'White' : 'Black'] ?? '';
  const rating = (side: Color): string => tags[side === 'white' ? 'WhiteElo' : 'BlackElo'] ?? '';
  const isNamed = colors.some(side => nameTag(side) !== '');
  show({
    ...shownOf(
      tree.start,
      mainLine(tree).map(node => node.step),
    ),
    players: isNamed
      ? {
          white: [nameTag('white'), rating('white')],
          black: [nameTag('black'), rating('black')],
        }
      : null,
    words: fault ? faultText(fault) : (tags.Result ?? '').replace('*', ''),
  });
}

const language = fetchLanguage(languageFor(settings.language, navigator.languages)).then(
  found => {
    speak(found);
    Object.assign(root, { lang: found.tag, dir: found.dir });
  },
  () => {},
);

Promise.all([fetchRules(rulesUrl), language]).then(
  ([rules]) => {
    if (!shows) showFault(say('missing.page'));
    else if ('game' in shows) watchGame(shows.game, rules, showGame);
    else if ('fen' in shows) showFen(rules, shows.fen);
    else showPgn(rules, shows.pgn);
  },
  async () => {
    await language;
    showFault(say(typeof WebAssembly === 'object' ? 'rules.failed' : 'rules.forbidden'));
  },
);
