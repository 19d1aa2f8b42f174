import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { useWords } from '@/components/ui/context'
import { useConsole } from '../ConsoleContext'
import { Window } from './Window'

/** Asks what to do with unsaved changes. The browser asks before it closes or reloads the page. */
export const LeavingWindow = observer(function LeavingWindow() {
  const { leaving } = useConsole().address
  const t = useWords<'admin'>()
  const { isDirty } = leaving
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (!leaving.isAsking) return null
  return (
    <Window
      title={t('admin.policies.leaving.title')}
      onClose={() => leaving.stay()}
      submit={{ label: t('admin.action.save'), run: () => void leaving.save() }}
      other={{ label: t('admin.policies.leaving.discard'), run: () => leaving.discard() }}
      cancel={t('admin.policies.leaving.stay')}
    >
      <p>{t('admin.policies.leaving.text')}</p>
    </Window>
  )
})
