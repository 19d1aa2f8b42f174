import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { PolicyStore } from '@/stores/administration/PolicyStore'
import { Btn } from '../controls/Btn'
import { useUnsaved } from '../controls/useUnsaved'

/** The unsaved changes with the buttons that save or discard them. Saving can be undone. */
export const SaveBar = observer(function SaveBar({ store }: { store: PolicyStore }) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const n = store.changed.length
  const { fault, isBusy } = store.sending
  useUnsaved({
    isDirty: () => store.changed.length > 0,
    save,
    discard: () => store.discard(),
    staysIn: () => true,
  })
  if (n === 0) return null

  async function save(): Promise<boolean> {
    const before = await store.save()
    if (!before) return false
    const undo = async () => {
      if (await store.restore(before)) feedback.toast({ text: t('admin.policies.undone') })
    }
    feedback.toast(
      { text: t('admin.policies.saved') },
      { label: { text: t('admin.action.undo') }, run: () => void undo() },
    )
    return true
  }

  return (
    <div className="save-bar" role="region" aria-label={t('admin.policies.changes', { n })}>
      <strong>{t('admin.policies.changes', { n })}</strong>
      {fault ? (
        <span className="window-fault" role="alert">
          {wordMessage(fault.message, t)}
        </span>
      ) : null}
      <span className="save-acts">
        <Btn label={t('admin.policies.discard')} onPress={() => store.discard()} />
        <Btn tone="primary" label={t('admin.action.save')} isBusy={isBusy} onPress={() => void save()} />
      </span>
    </div>
  )
})
