import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { WeComStore } from '@/stores/administration/WeComStore'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { DirectoryRuns } from './DirectoryRuns'
import { WeComForm } from './WeComForm'
import { useRuns } from './useRuns'
import './directories.scss'

/** WeCom as a directory of the organisation: its settings and its syncs (DIR-03). For owners. */
export const WeComSection = observer(function WeComSection() {
  const { api } = useApp()
  const t = useWords<'admin'>()
  const [store] = useState(() => new WeComStore(api, t('admin.weCom.title')))
  const runs = useRuns('wecom')
  useEffect(() => void store.load(), [store])
  const { saved } = store
  if (saved.phase === 'failed') return <NotLoaded answer={saved} onRetry={() => void store.load()} />
  if (!saved.value) return <Waiting />
  return (
    <>
      {saved.value.directory ? <DirectoryRuns store={runs} /> : null}
      <WeComForm store={store} onSaved={() => void runs.load()} />
    </>
  )
})
