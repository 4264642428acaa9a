/* Parts of the page that are fetched when they are first shown. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { isOutdated } from '../install/outdated';
import { say } from '../text';

type Loaded<P> = ComponentType<P> | 'failed' | 'outdated' | null;

const words = { coming: 'loading', failed: 'loading.failed', outdated: 'update.waits' } as const;

/** `quiet`: nothing is shown in its place while it loads. `optional`: nor if it cannot be
 * loaded. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  quiet: boolean | 'optional' = false,
) {
  return function Lazy(props: P) {
    const [Loaded, setLoaded] = useState<Loaded<P>>(null);
    useEffect(() => {
      load().then(
        part => setLoaded(() => part),
        () =>
          isOutdated().then(
            is => setLoaded(is ? 'outdated' : 'failed'),
            () => setLoaded('failed'),
          ),
      );
    }, []);
    if (Loaded && typeof Loaded !== 'string') return <Loaded {...props} />;
    if (quiet && (!Loaded || quiet === 'optional')) return null;
    // Parts that load quietly belong to a page that is already shown.
    const Place = quiet ? 'section' : 'main';
    return (
      <Place class="missing">
        <p class="soft" role="status">
          {say(words[Loaded ?? 'coming'])}
        </p>
        <button class={Loaded ? 'primary' : 'late'} onClick={() => location.reload()}>
          {say('reload')}
        </button>
      </Place>
    );
  };
}
