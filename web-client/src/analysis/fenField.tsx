/* A position as a FEN that can be edited. */

type Props = { fen: string; onLoad: (text: string) => void };

export const FenField = ({ fen, onLoad }: Props) => (
  <label>
    FEN
    <input
      class="figures notation"
      value={fen}
      spellcheck={false}
      onChange={event => onLoad(event.currentTarget.value)}
    />
  </label>
);
