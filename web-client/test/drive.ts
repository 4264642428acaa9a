/* A page driven by hand, without a browser. What it sends must obey the contract. */

import { expect } from 'vitest';

import type { Msg } from '../src/dispatch';
import { isForDevice } from '../src/net/onDevice';
import { type Request, requests } from '../src/net/requests';
import type { FromServer, MessageOf, Snapshot } from '../src/net/wire';
import { settingsOf } from '../src/settings/settings';
import { type Context, type Effect, type Model, newModel } from '../src/state/model';
import { update } from '../src/state/update';
import { exactKey } from '../src/text/later';
import { membersSeen } from './net/contract';
import { loadRules, snapshot } from './world';

const rules = await loadRules();

/** It has the form of a request that the contract knows, and no other members. Those about tournaments it does not know. */
function expectAsInContract(request: Request): void {
  if (isForDevice(request) || !(request.t in requests)) return;
  const json = JSON.parse(JSON.stringify(request)) as { t: string };
  const forms = requests[request.t as keyof typeof requests].map(check => membersSeen(check, { ...json }));
  const members = forms.filter(({ passes }) => passes).map(({ unknown }) => unknown);
  expect(members, JSON.stringify(request)).toContainEqual(['id']);
}

/** A page driven by hand: its model, and the effects that it asked for since the last look. */
export function page(path = '/') {
  let model: Model = newModel(path, settingsOf(null));
  let effects: Effect[] = [];
  const context = (): Context => ({
    rules,
    now: 1000,
    site: 'https://chess.example',
    date: new Date(0),
  });
  const self = {
    get model() {
      return model;
    },
    get table() {
      if (!model.table) throw new Error('no table');
      return model.table;
    },
    does(...messages: Msg[]) {
      for (const message of messages) {
        const [next, more] = update(model, message, context());
        model = next;
        effects.push(...more);
        for (const effect of more) if (effect.do === 'send') expectAsInContract(effect.request);
      }
      return self;
    },
    hears: (...messages: FromServer[]) =>
      self.does(...messages.map(message => ({ m: 'received', message }) as const)),
    /** Everything sent since the last look, except requests to listen to the lobby. */
    asked: (): Request[] => self.sent().filter(({ t }) => t !== 'lobby' && t !== 'live'),
    sent(): Request[] {
      const sent = effects.flatMap(effect => (effect.do === 'send' ? [effect.request] : []));
      effects = [];
      return sent;
    },
    effects(): Effect[] {
      const done = effects;
      effects = [];
      return done;
    },
    /** The effects of one kind since the last look. */
    did(kind: Effect['do']): Effect[] {
      const [wanted, rest] = [effects.filter(effect => effect.do === kind), effects];
      effects = rest.filter(effect => effect.do !== kind);
      return wanted;
    },
    words: () => model.notices.map(notice => exactKey(notice.text)),
  };
  return self;
}

export const welcome = (change: Partial<MessageOf<'welcome'>> = {}): MessageOf<'welcome'> => ({
  t: 'welcome',
  you: { id: 'w', name: 'Guest-w', rating: null, guest: true },
  playing: [],
  seeks: [],
  ...change,
});

export const game = 'Ab12Cd34';
export const path = `/${game}`;
export const blitz = { initial: 300_000, increment: 3000 };

export const atBoard = (change: Partial<Snapshot> = {}) => {
  const self = page(path).does({ m: 'socketOpened' }).hears(welcome(), snapshot(change));
  self.asked();
  return self;
};
