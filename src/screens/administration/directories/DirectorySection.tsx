import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { LdapStore } from '@/stores/administration/LdapStore'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { DirectoryRuns } from './DirectoryRuns'
import { LdapForm } from './LdapForm'
import { useRuns } from './useRuns'
import './directories.scss'

/** The directory of the organisation: its settings and its syncs (DIR-02). For owners. */
export const DirectorySection = observer(function DirectorySection() {
  const { api } = useApp()
  const [store] = useState(() => new LdapStore(api))
  const runs = useRuns('ldap')
  useEffect(() => void store.load(), [store])
  const { saved } = store
  if (saved.phase === 'failed') return <NotLoaded answer={saved} onRetry={() => void store.load()} />
  if (!saved.value) return <Waiting />
  return (
    <>
      {saved.value.ldap ? <DirectoryRuns store={runs} /> : null}
      <LdapForm store={store} onSaved={() => void runs.load()} />
    </>
  )
})
