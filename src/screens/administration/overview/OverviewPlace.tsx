import { observer } from 'mobx-react'
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { useWords } from '@/components/ui/context'
import type { Overview } from '@/contract/administration/policies'
import { DAY, MINUTE } from '@/domain/format/time'
import { useApp } from '@/screens/app/AppContext'
import { writeAddress, type ConsolePlace, type Query } from '@/stores/administration/AddressStore'
import { Answer } from '@/stores/administration/Answer'
import { useConsole } from '../ConsoleContext'
import { size, SpaceBar } from '../controls/Marks'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { Configured } from './Configured'
import { StoragePlot } from './StoragePlot'
import './overview.scss'

/** Figures of the organisation; each leads to its list (ADM-12). */
export const OverviewPlace = observer(function OverviewPlace() {
  const { api } = useApp()
  const t = useWords<'admin'>()
  const [answer] = useState(() => new Answer<Overview>())
  const load = () =>
    void answer.take(api.call('GET /admin/overview', {}, { quiet: true }).then(({ overview }) => overview))
  // Once, when the place opens.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(load, [])
  return (
    <div className="place place-form">
      <div className="form-scroll">
        <PlaceHead title={t('admin.places.overview')} />
        {answer.phase === 'failed' ? <NotLoaded answer={answer} onRetry={load} /> : null}
        {answer.phase === 'loading' && !answer.value ? <Waiting /> : null}
        {answer.value ? <Figures overview={answer.value} /> : null}
      </div>
    </div>
  )
})

function Figures({ overview }: { overview: Overview }) {
  const t = useWords<'admin'>()
  const { people, storage, links } = overview
  const { clock } = useApp().platform
  const week = dayText(clock.now() / 1000 - WEEK, clock.zone())
  return (
    <>
      <div className="figures" role="list" aria-label={t('admin.overview.figures')}>
        <Figure
          name={t('admin.overview.active')}
          value={people.active.toLocaleString()}
          text={t('admin.overview.activeText', { n: people.never_signed_in })}
          place="people"
          query={{ state: 'active' }}
        />
        <Figure
          name={t('admin.overview.used')}
          value={size(storage.people_bytes + storage.departments_bytes)}
          text={t('admin.overview.usedText', {
            own: size(storage.people_bytes),
            shared: size(storage.departments_bytes),
          })}
          place="people"
          query={{ order: 'used_bytes', direction: 'desc' }}
        />
        <Figure
          name={t('admin.overview.open')}
          value={links.open.toLocaleString()}
          place="sharing"
          query={{ state: 'open' }}
          also={{
            text: t('admin.overview.openText', { n: links.without_password }),
            query: { state: 'open', only: 'without_password' },
          }}
        />
        <Figure
          name={t('admin.overview.waiting')}
          value={links.waiting.toLocaleString()}
          place="sharing"
          query={{ view: 'approvals' }}
          also={{ text: t('admin.overview.waitingText', { n: links.reported }), query: { view: 'reported' } }}
          isWarning={links.waiting + links.reported > 0}
        />
        <Figure
          name={t('admin.overview.failedSignIns')}
          value={overview.failed_sign_ins.toLocaleString()}
          text={t('admin.overview.failedSignInsText')}
          place="audit"
          query={{ event: 'sign_in_refused', since: week }}
          isWarning={overview.failed_sign_ins > 0}
        />
        <Figure
          name={t('admin.overview.jobs')}
          value={overview.failed_jobs.toLocaleString()}
          text={t('admin.overview.jobsText', { n: overview.failed_previews })}
          place="audit"
          isDanger={overview.failed_jobs > 0}
        />
      </div>
      <div className="overview-grid">
        <section className="form-card overview-plot" aria-label={t('admin.overview.storage')}>
          <h2>{t('admin.overview.storage')}</h2>
          <p className="quiet">{t('admin.overview.storageText')}</p>
          {storage.history.length > 1 ? (
            <StoragePlot history={storage.history} />
          ) : (
            <p className="quiet">{t('admin.overview.storageNone')}</p>
          )}
        </section>
        <Largest spaces={storage.largest} />
        <Configured overview={overview} />
      </div>
    </>
  )
}

const WEEK = 7 * DAY

/** The local day of a moment, as in a date field. */
function dayText(seconds: number, zone: number): string {
  return new Date((seconds + zone * MINUTE) * 1000).toISOString().slice(0, 10)
}

interface FigureProps {
  name: string
  value: string
  /** Below the number. */
  text?: string
  place: ConsolePlace
  query?: Query
  /** A part of the number, which leads to its own list. */
  also?: { text: string; query: Query }
  isWarning?: boolean
  isDanger?: boolean
}

function Figure({ name, value, text, place, query = {}, also, isWarning, isDanger }: FigureProps) {
  const { places } = useConsole()
  const tone = isDanger ? 'text-bad' : isWarning ? 'text-amber' : undefined
  const mayOpen = places.includes(place)
  const content = (
    <>
      <span>{name}</span>
      <b className={tone}>{value}</b>
      {text || (also && !mayOpen) ? <small>{text ?? also?.text}</small> : null}
    </>
  )
  return (
    <div role="listitem" className="figure">
      {mayOpen ? (
        <FigureLink place={place} query={query}>
          {content}
        </FigureLink>
      ) : (
        <div className="figure-body">{content}</div>
      )}
      {also && mayOpen ? (
        <FigureLink place={place} query={also.query}>
          <small>{also.text}</small>
        </FigureLink>
      ) : null}
    </div>
  )
}

interface LinkProps {
  place: ConsolePlace
  query: Query
  children: ReactNode
}

/** A link of the console, which a browser can open in another tab. */
function FigureLink({ place, query, children }: LinkProps) {
  const { address } = useConsole()
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    address.open(place, { query })
  }
  return (
    <a className="figure-body" href={writeAddress({ place, id: null, query })} onClick={open}>
      {children}
    </a>
  )
}

function Largest({ spaces }: { spaces: Overview['storage']['largest'] }) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  return (
    <section className="form-card" aria-label={t('admin.overview.largest')}>
      <h2>{t('admin.overview.largest')}</h2>
      {spaces.length === 0 ? <p className="quiet">{t('admin.overview.largestNone')}</p> : null}
      <ul className="largest">
        {spaces.map(({ kind, id, name, used_bytes: used, quota_bytes: quota }) => (
          <li key={`${kind}${id}`}>
            <button
              type="button"
              className="largest-space"
              onClick={() => address.open(kind === 'person' ? 'people' : 'departments', { id })}
            >
              <span className="largest-name">{name}</span>
              <SpaceBar used={used} quota={quota} />
              <span className="largest-size">{quota === null ? size(used) : `${size(used)} / ${size(quota)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
