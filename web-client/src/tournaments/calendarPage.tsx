/* The calendar: tournaments that go on, those to come by their days, and the latest that are over. */

import './tournaments.css';

import { useEffect } from 'preact/hooks';

import { base } from '../base';
import type { Dispatch } from '../dispatch';
import { type Summary, isCalendar } from '../net/tournaments';
import { sayDate } from '../text/later';
import { say, useTournamentTexts } from '../text/tournaments';
import { languageInUse } from '../text';
import { Failed, useCall } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { BroadcastList } from './broadcastList';
import { factsOf } from './facts';

type Props = { account: string | null; connected: boolean; dispatch: Dispatch };

const askAgainEvery = 15_000;

const timeOfDay = (at: number): string =>
  new Intl.DateTimeFormat(languageInUse().locale, { timeStyle: 'short' }).format(at);

function whenText({ format, status, startsAt, startedAt, finishedAt, round, rounds }: Summary): string {
  if (status === 'created') return startsAt === null ? '' : timeOfDay(startsAt);
  if (status === 'started')
    return round > 0 && format !== 'simul' && rounds !== null
      ? say('tour.roundOf', { n: round, of: rounds })
      : timeOfDay(startedAt ?? startsAt ?? 0);
  const over = finishedAt ?? startedAt;
  return over === null ? '' : sayDate(over);
}

const Entry = ({ summary, dispatch }: { summary: Summary; dispatch: Dispatch }) => (
  <li class="card entry">
    <InnerLink to={{ page: 'tournament', tournament: summary.id }} dispatch={dispatch}>
      <strong>
        <bdi>{summary.name}</bdi>
      </strong>
      <span class="figures when">{whenText(summary)}</span>
      <span class="soft">{factsOf(summary)}</span>
      <span class="soft figures">
        {summary.paused && `${say('tour.status.paused')} · `}
        {summary.status === 'cancelled' && `${say('tour.status.cancelled')} · `}
        {summary.winner
          ? say('tour.winner', { name: summary.winner.name })
          : summary.host && summary.status !== 'created'
            ? say('tour.simul.score', { ...summary.host, name: summary.organiser?.name ?? '' })
            : say('tour.players', { n: summary.players })}
      </span>
    </InnerLink>
  </li>
);

type ListProps = { title: string; list: Summary[]; dispatch: Dispatch };

const List = ({ title, list, dispatch }: ListProps) =>
  list.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      <ul class="entries">
        {list.map(summary => (
          <Entry key={summary.id} summary={summary} dispatch={dispatch} />
        ))}
      </ul>
    </section>
  );

/** Those to come, by days; at last those that begin when their organiser says so. */
function days(list: Summary[]): [title: string, list: Summary[]][] {
  const byDay = new Map<string, Summary[]>();
  for (const summary of list) {
    const day =
      summary.startsAt === null ? say('tour.calendar.byHand') : sayDate(summary.startsAt);
    byDay.set(day, [...(byDay.get(day) ?? []), summary]);
  }
  const { startsAt: none } = list.find(({ startsAt }) => startsAt === null) ?? {};
  const isLast = ([day]: [string, Summary[]]): boolean =>
    none === null && day === say('tour.calendar.byHand');
  const all = [...byDay];
  return [...all.filter(each => !isLast(each)), ...all.filter(isLast)];
}

export function CalendarPage({ account, connected, dispatch }: Props) {
  useTournamentTexts();
  const [answer, again] = useCall('/api/v1/tournaments', isCalendar);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, askAgainEvery);
    return () => clearInterval(timer);
  }, [again]);
  const { created = [], started = [], finished = [] } = answer?.ok ? answer.value : {};
  const isEmpty = created.length + started.length + finished.length === 0;
  const title = say('tournaments.title');
  return (
    <main class="calendar">
      <header>
        <h1>{title}</h1>
        {account !== null && connected && (
          <InnerLink to={{ page: 'tournaments/new' }} class="button primary" dispatch={dispatch}>
            <Icon name="plus" /> {say('tour.new')}
          </InnerLink>
        )}
      </header>
      {account === null && <p class="soft">{say('tour.new.account')}</p>}
      <p class="row">
        <InnerLink to={{ page: 'teams' }} class="button" dispatch={dispatch}>
          {say('team.title')}
        </InnerLink>
        <a class="button" href={`${base}/api/v1/tournaments.ics`}>
          {say('tour.calendar.file')}
        </a>
      </p>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && isEmpty && <p class="soft">{say('tour.calendar.none')}</p>}
      <List title={say('tour.calendar.started')} list={started} dispatch={dispatch} />
      {days(created).map(([day, list]) => (
        <List key={day} title={day} list={list} dispatch={dispatch} />
      ))}
      <BroadcastList mayMake={account !== null && connected} dispatch={dispatch} />
      <List title={say('tour.calendar.finished')} list={finished} dispatch={dispatch} />
    </main>
  );
}
