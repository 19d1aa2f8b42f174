import { observer } from 'mobx-react'
import { Toast } from '@/components/ui/Toast'
import { useWords } from '@/components/ui/context'
import { useApp } from '../app/AppContext'
import { wordMessage } from '../app/wording'

/** The app's toast of the moment; a tap on its action closes it. */
export const CurrentToast = observer(function CurrentToast() {
  const { feedback } = useApp()
  const t = useWords()
  const toast = feedback.currentToast
  if (!toast) return null
  return (
    <Toast
      text={wordMessage(toast.message, t)}
      action={toast.action && wordMessage(toast.action.label, t)}
      onAction={() => {
        feedback.closeToast(toast.id)
        toast.action?.run()
      }}
    />
  )
})
