import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { Btn } from './Btn'
import { TextInput } from './Inputs'

/** A text to copy into the settings of another system. */
export function CopyField({ label, hint, value, act }: Record<'label' | 'hint' | 'value' | 'act', string>) {
  const { feedback, platform } = useApp()
  const t = useWords<'admin'>()

  async function copy() {
    await platform.copyText(value)
    feedback.toast({ text: t('admin.action.copied') })
  }

  return (
    <div className="sign-on-address">
      <TextInput label={label} hint={hint} value={value} onChange={() => undefined} />
      <Btn icon="copy" label={act} onPress={() => void copy()} />
    </div>
  )
}
