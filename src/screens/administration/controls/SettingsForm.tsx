import { observer } from 'mobx-react'
import { useState, type ReactNode } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { Sending } from '@/stores/administration/Sending'
import { useConsole } from '../ConsoleContext'
import { Btn } from './Btn'
import { useUnsaved } from './useUnsaved'

interface Props {
  /** The section that names the words of the form: the introduction, what a removal does, and what was done. */
  words: 'signOn' | 'directories' | 'weCom'
  store: {
    sending: Sending
    isDirty: boolean
    save(): Promise<boolean>
    remove(): Promise<boolean>
    discard(): void
  }
  /** Whether there are stored settings to remove. */
  isStored: boolean
  /** The fields that show their own refusals. */
  fields?: ReadonlySet<string>
  /** Called once settings are stored or removed. */
  onChanged?(): void
  children: ReactNode
}

/** The form of settings that are stored, or removed, as a whole. */
export const SettingsForm = observer(function SettingsForm({
  words,
  store,
  isStored,
  fields,
  onChanged,
  children,
}: Props) {
  const { feedback } = useApp()
  const { address } = useConsole()
  const [section] = useState(address.query.section)
  const t = useWords<'admin'>()
  const { fault, isBusy } = store.sending
  const isAtField = fault?.field !== undefined && fields?.has(fault.field)
  useUnsaved({
    isDirty: () => store.isDirty,
    save,
    discard: () => store.discard(),
    staysIn: (other) => other === section,
  })

  async function save(): Promise<boolean> {
    if (!(await store.save())) return false
    feedback.toast({ text: t(`admin.${words}.saved`) })
    onChanged?.()
    return true
  }

  async function remove() {
    const question = {
      title: { text: t(`admin.${words}.removeTitle`) },
      confirm: { text: t('admin.action.remove') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t(`admin.${words}.removeText`) }, question))) return
    if (!(await store.remove())) return
    feedback.toast({ text: t(`admin.${words}.removed`) })
    onChanged?.()
  }

  return (
    <form
      className="sign-on"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="quiet">{t(`admin.${words}.intro`)}</p>
      {children}
      {fault && !isAtField ? (
        <p className="window-fault" role="alert">
          {wordMessage(fault.message, t)}
        </p>
      ) : null}
      <div className="sign-on-acts">
        {isStored ? <Btn tone="danger" label={t(`admin.${words}.remove`)} onPress={() => void remove()} /> : null}
        <Btn type="submit" tone="primary" label={t('admin.action.save')} isBusy={isBusy} />
      </div>
    </form>
  )
})
