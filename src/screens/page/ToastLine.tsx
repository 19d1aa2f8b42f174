import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Toast } from '@/components/ui/Toast'
import { useWindow, useWords } from '@/components/ui/context'
import { useApp } from '../app/AppContext'
import { wordMessage } from '../app/wording'
import { atFoot, belowHeader } from './toastPlace'
import './toastLine.scss'

export interface ToastLineProps {
  /** Whether a sheet or panel is open: its rows and buttons are at the foot, so the toast lies at the top. */
  isOver: boolean
}

/** The app's toast. The page of a link has buttons at its foot, too. Loads with the stores, because nothing reports before. */
export default observer(function ToastLine({ isOver }: ToastLineProps) {
  const { feedback, link } = useApp()
  const t = useWords()
  const view = useWindow()
  const toast = feedback.currentToast
  if (!toast) return null
  const isHigh = isOver || link !== undefined
  return (
    <View className={isHigh ? 'toast-over' : undefined} style={isHigh ? belowHeader(view) : atFoot}>
      <Toast
        text={wordMessage(toast.message, t)}
        action={toast.action && wordMessage(toast.action.label, t)}
        onAction={() => {
          feedback.closeToast(toast.id)
          toast.action?.run()
        }}
      />
    </View>
  )
})
