import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { ImportStore } from '@/stores/administration/ImportStore'
import { useConsole } from '../ConsoleContext'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { ChooseFile } from './ChooseFile'
import { DryRun } from './DryRun'
import { ImportDone } from './ImportDone'
import { Running } from './Running'
import './import.scss'

const steps = ['choose', 'check', 'import'] as const

/** Imports people from a file: choosing, the dry run, the result (ADM-04). */
export const ImportPlace = observer(function ImportPlace() {
  const { api } = useApp()
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new ImportStore(api))
  useEffect(() => void store.load(), [store])
  const { loaded, report, sending } = store
  const state = report?.state
  const at = report === null || state === 'interrupted' ? 0 : state === 'checked' ? 1 : 2
  useEffect(() => {
    if (state === 'done') void directory.load()
  }, [state, directory])
  return (
    <div className="place place-form">
      <div className="form-scroll">
        <PlaceHead title={t('admin.import.title')}>
          <ol className="steps" aria-label={t('admin.import.steps.label')}>
            {steps.map((step, index) => (
              <li key={step} aria-current={index === at ? 'step' : undefined}>
                {t(`admin.import.steps.${step}`)}
              </li>
            ))}
          </ol>
        </PlaceHead>
        {loaded.phase === 'failed' && !report ? <NotLoaded answer={loaded} onRetry={() => void store.load()} /> : null}
        {loaded.phase === 'loading' && !report ? <Waiting /> : null}
        {sending.fault ? (
          <p className="window-fault" role="alert">
            {wordMessage(sending.fault.message, t)}
          </p>
        ) : null}
        {loaded.phase === 'ready' && at === 0 ? (
          <ChooseFile store={store} isInterrupted={state === 'interrupted'} />
        ) : null}
        {report && state === 'checked' ? <DryRun store={store} report={report} /> : null}
        {report && state === 'running' ? <Running store={store} report={report} /> : null}
        {report && state === 'done' ? <ImportDone store={store} report={report} /> : null}
      </div>
    </div>
  )
})
