/* A game to show elsewhere: its link, HTML to embed it, an animated picture. */

import './shareDialog.css';

import { useState } from 'preact/hooks';

import { base } from '../base';
import { printRoute } from '../route';
import { say } from '../text/later';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { playerName } from './player';
import { type Table, orientation } from './table';

type CopiedProps = { label: string; text: string; onCopied: (well: boolean) => void };

/** The text can also be selected, where a page has no access to the clipboard. */
function Copied({ label, text, onCopied }: CopiedProps) {
  const copy = (): Promise<void> =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => onCopied(true),
        () => onCopied(false),
      );
  return (
    <div class="copied">
      <label>
        {label}
        <textarea
          class="notation"
          rows={text.length > 80 ? 3 : 1}
          readOnly
          spellcheck={false}
          value={text}
          onFocus={event => event.currentTarget.select()}
        />
      </label>
      <button onClick={() => void copy()} aria-label={`${say('copy')}: ${label}`}>
        <Icon name="copy" /> {say('copy')}
      </button>
    </div>
  );
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

function embedCode(table: Table): string {
  const { id, players } = table.game;
  const side = orientation(table) === 'black' ? '/black' : '';
  const title = escaped(`${playerName(players.white)} – ${playerName(players.black)}`);
  return `<iframe src="${location.origin}${base}/embed/game/${id}${side}" title="${title}" width="600" height="420" style="border: 0" loading="lazy"></iframe>`;
}

export function ShareDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const [well, setWell] = useState<boolean | null>(null);
  const { id } = table.game;
  const link = location.origin + printRoute({ page: 'game', game: id, side: orientation(table) });
  return (
    <Modal title={say('share')} onClose={onClose}>
      <section class="share-game">
        <h2>{say('share')}</h2>
        <Copied label={say('share.link')} text={link} onCopied={setWell} />
        <Copied label={say('share.embed')} text={embedCode(table)} onCopied={setWell} />
        <p role="status" class="soft">
          {well !== null && say(well ? 'copied' : 'copy.failed')}
        </p>
        <div class="row">
          <a class="button" href={`${base}/game/${id}.gif`} download={`castled-${id}.gif`}>
            <Icon name="save" /> {say('share.gif')}
          </a>
          <button class="primary" onClick={onClose}>
            {say('close')}
          </button>
        </div>
      </section>
    </Modal>
  );
}
