import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useWindow } from '@/components/ui/context'
import { useApp } from '../app/AppContext'
import { CurrentToast } from './CurrentToast'
import { atFoot, overHeader } from './toastPlace'
import './toastLine.scss'

export interface ToastLineProps {
  /** Whether a sheet or panel is open: its rows and buttons are at the foot, so the toast lies at the top. */
  isOver: boolean
}

/** The app's toast. The page of a link has buttons at its foot, too. Loads with the stores, because nothing reports before. */
export default observer(function ToastLine({ isOver }: ToastLineProps) {
  const { feedback, link } = useApp()
  const view = useWindow()
  if (!feedback.currentToast) return null
  const isHigh = isOver || link !== undefined
  return (
    <View className={isHigh ? 'toast-over' : undefined} style={isHigh ? overHeader(view) : atFoot}>
      <CurrentToast />
    </View>
  )
})
