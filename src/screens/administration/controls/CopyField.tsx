import { Btn } from './Btn'
import { TextInput } from './Inputs'
import { useCopy } from './useCopy'

/** A text to copy into the settings of another system. */
export function CopyField({ label, hint, value, act }: Record<'label' | 'hint' | 'value' | 'act', string>) {
  const copy = useCopy()
  return (
    <div className="sign-on-address">
      <TextInput label={label} hint={hint} value={value} onChange={() => undefined} />
      <Btn icon="copy" label={act} onPress={() => void copy(value)} />
    </div>
  )
}
