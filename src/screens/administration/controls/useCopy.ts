import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'

/** Copies a text and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const { feedback, platform } = useApp()
  const t = useWords<'admin'>()
  return async (text) => {
    await platform.copyText(text)
    feedback.toast({ text: t('admin.action.copied') })
  }
}
