/* Parts of the page that are fetched when they are first shown. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { say } from '../text';

type Loaded<P> = ComponentType<P> | 'failed' | null;

/** `quiet`: nothing stands in its place while it comes. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>, quiet = false) {
  return function Lazy(props: P) {
    const [Loaded, setLoaded] = useState<Loaded<P>>(null);
    useEffect(() => {
      load().then(
        part => setLoaded(() => part),
        () => setLoaded('failed'),
      );
    }, []);
    if (Loaded && Loaded !== 'failed') return <Loaded {...props} />;
    if (quiet && Loaded !== 'failed') return null;
    return (
      <main class="missing">
        <p class="soft" role="status">
          {say(Loaded === 'failed' ? 'loading.failed' : 'loading')}
        </p>
        {Loaded === 'failed' && (
          <button class="primary" onClick={() => location.reload()}>
            {say('reload')}
          </button>
        )}
      </main>
    );
  };
}
