import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { NameOutcome } from '@/stores/items/ItemNames'
import { wordMessage } from '../app/wording'

/** The state of a name being typed: its fault is shown below the field, and typed text is never lost. */
export function useNameForm(first: string, save: (name: string) => Promise<NameOutcome>, close: () => Promise<void>) {
  const t = useWords()
  const [value, setValue] = useState(first)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function saveNow() {
    setSaving(true)
    const result = await save(value)
    setSaving(false)
    if (result.done) await close()
    else if (result.fault) setError(wordMessage(result.fault, t))
  }

  return {
    value,
    error,
    isSaving,
    onChange(typed: string) {
      setValue(typed)
      setError(undefined)
    },
    onSave: () => void saveNow(),
  }
}
