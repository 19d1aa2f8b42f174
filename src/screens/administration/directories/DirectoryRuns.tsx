import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { DirectoryRun } from '@/contract/administration/directories'
import { useApp } from '@/screens/app/AppContext'
import type { RunsStore } from '@/stores/administration/RunsStore'
import { Btn } from '../controls/Btn'
import { useMoment } from '../controls/useMoment'
import { NotLoaded } from '../frame/Waiting'
import { RunReport } from './RunReport'

/** Starts syncs and dry runs of a directory, and shows how earlier ones went. */
export const DirectoryRuns = observer(function DirectoryRuns({ store }: { store: RunsStore }) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [chosen, setChosen] = useState<number | null>(null)
  const { found, directory, runs, isRunning } = store
  const newest = runs[0]
  const shown = chosen ?? newest?.id

  async function confirm(run: DirectoryRun) {
    const { deactivated = 0, departments_released = 0, left_departments = 0 } = run.report ?? {}
    const counts = { people: deactivated, places: departments_released, left: left_departments }
    const words = {
      title: { text: t('admin.directories.confirmTitle') },
      confirm: { text: t('admin.directories.confirm') },
      isDanger: true,
    }
    if (await feedback.confirm({ text: t('admin.directories.confirmText', counts) }, words))
      await store.start(false, run.id)
    setChosen(null)
  }

  async function start(isDry: boolean) {
    setChosen(null)
    await store.start(isDry)
  }

  if (found.phase === 'failed') return <NotLoaded answer={found} onRetry={() => void store.load()} />
  if (!directory) return null
  return (
    <div className="directory-runs">
      <p>{t('admin.directories.owned', { people: directory.people, places: directory.departments })}</p>
      <div className="directory-acts">
        <Btn label={t('admin.directories.dry')} isBusy={isRunning} onPress={() => void start(true)} />
        <Btn
          tone="primary"
          label={t('admin.directories.sync')}
          isBusy={isRunning}
          isDisabled={!directory.is_on}
          onPress={() => void start(false)}
        />
      </div>
      <ul className="directory-list" aria-label={t('admin.directories.runs')} aria-live="polite">
        {runs.map((run) => (
          <li key={run.id}>
            <Line run={run} isOpen={run.id === shown} onToggle={() => setChosen(run.id === shown ? 0 : run.id)} />
            {run.id === shown ? <RunReport run={run} /> : null}
            {run.id === newest?.id && run.reason === 'directory_losses' ? (
              <Btn tone="danger" label={t('admin.directories.confirm')} onPress={() => void confirm(run)} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
})

function Line({ run, isOpen, onToggle }: { run: DirectoryRun; isOpen: boolean; onToggle(): void }) {
  const t = useWords<'admin'>()
  const moment = useMoment()
  return (
    <button type="button" className="directory-run" aria-expanded={isOpen} onClick={onToggle}>
      <span>{moment(run.at)}</span>
      <span>{t(run.is_dry ? 'admin.directories.dryRun' : 'admin.directories.syncRun')}</span>
      <span>{run.by || t('admin.directories.schedule')}</span>
      <span className={run.state === 'stopped' ? 'text-amber' : undefined}>
        {t(`admin.directories.state.${run.state}`)}
      </span>
    </button>
  )
}
