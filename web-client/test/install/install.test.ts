import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { applyUpdate, installPage } from '../../src/install/install';

/** A worker whose state the browser changes. */
class Worker extends EventTarget {
  constructor(public state: string) {
    super();
  }
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  postMessage = vi.fn();
}

class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  update = (): Promise<void> => Promise.resolve();
}

describe('a new version of the page', () => {
  let registration: Registration;
  const fresh = vi.fn();
  /** Until the page listens. */
  const start = async (): Promise<void> => {
    void installPage(fresh);
    await new Promise(resolve => setTimeout(resolve));
  };

  beforeEach(() => {
    registration = new Registration();
    fresh.mockClear();
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('setInterval', () => 0);
    vi.stubGlobal('navigator', {
      serviceWorker: {
        controller: {},
        register: () => Promise.resolve(registration),
        ready: new Promise(() => {}),
        addEventListener: () => {},
        startMessages: () => {},
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is told when it waits already', async () => {
    registration.waiting = new Worker('installed');
    await start();
    expect(fresh).toHaveBeenCalledOnce();
  });

  test('is told when it was being installed before the page asked', async () => {
    const worker = new Worker('installing');
    registration.installing = worker;
    await start();
    expect(fresh).not.toHaveBeenCalled();
    worker.becomes('installed');
    expect(fresh).toHaveBeenCalledOnce();
    worker.becomes('activating');
    expect(fresh).toHaveBeenCalledOnce();
  });

  test('is told when it is found later', async () => {
    await start();
    const worker = new Worker('installing');
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.becomes('installed');
    expect(fresh).toHaveBeenCalledOnce();
  });

  test('is none where it could not be installed', async () => {
    const worker = new Worker('installing');
    registration.installing = worker;
    await start();
    worker.becomes('redundant');
    expect(fresh).not.toHaveBeenCalled();
  });
});

describe('"Reload now"', () => {
  const reload = vi.fn();
  const press = async (registration: Registration | undefined): Promise<void> => {
    reload.mockClear();
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: () => Promise.resolve(registration) },
    });
    await applyUpdate();
  };
  afterEach(() => vi.unstubAllGlobals());

  test.each(['waiting', 'installing'] as const)('lets the new version that is %s take over', async where => {
    const registration = new Registration();
    const worker = new Worker('installed');
    registration[where] = worker;
    await press(registration);
    expect(worker.postMessage).toHaveBeenCalledWith({ t: 'take' });
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([undefined, new Registration()])('reloads the page where nothing newer is stored', async registration => {
    await press(registration);
    expect(reload).toHaveBeenCalledOnce();
  });
});
