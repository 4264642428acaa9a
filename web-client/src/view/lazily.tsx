/* Parts of the page that are fetched when they are first shown. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { say } from '../text';

type Loaded<P> = ComponentType<P> | 'failed' | null;

export function lazily<P extends object>(load: () => Promise<ComponentType<P>>) {
  return function Lazy(props: P) {
    const [Loaded, setLoaded] = useState<Loaded<P>>(null);
    useEffect(() => {
      load().then(
        part => setLoaded(() => part),
        () => setLoaded('failed'),
      );
    }, []);
    if (Loaded && Loaded !== 'failed') return <Loaded {...props} />;
    return (
      <main class="missing">
        <p class="soft" role="status">
          {say(Loaded === 'failed' ? 'loading.failed' : 'loading')}
        </p>
      </main>
    );
  };
}
