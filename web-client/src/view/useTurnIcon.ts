/* The tab's sign has a dot at the player's turn, which may be all that is seen of the page. */

import { useEffect } from 'preact/hooks';

import turnUrl from '../style/iconTurn.svg?url';

export function useTurnIcon(isTurn: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!icon || !isTurn) return;
    const usual = icon.href;
    icon.href = turnUrl;
    return () => {
      icon.href = usual;
    };
  }, [isTurn]);
}
