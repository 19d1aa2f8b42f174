import { View } from '@tarojs/components'
import { useWords } from '../ui/context'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { ProgressBar } from '../ui/ProgressBar'
import './UploadTray.scss'

interface Props {
  /** Such as: uploading 2 / 5. */
  title: string
  /** Speed and time left. */
  detail?: string
  /** 0 to 100. */
  percent: number
  onOpen(): void
  /** Absent while uploads go on. */
  onClose?(): void
}

/** The bar at the foot of the list during uploads; a tap opens their list (AH-03). */
export function UploadTray({ title, detail, percent, onOpen, onClose }: Props) {
  const t = useWords()
  return (
    <View className="upload-tray-place" role="region" aria-label={title}>
      <View className="upload-tray" onClick={onOpen}>
        <View className="upload-tray-texts">
          <View className="upload-tray-line">
            <View className="upload-tray-title">{title}</View>
            {detail ? <View className="upload-tray-detail">{detail}</View> : null}
          </View>
          <ProgressBar percent={percent} />
        </View>
        <View className="upload-tray-chevron" role="img" aria-label={t('upload.open')}>
          <Icon name="chevron-down" size={18} />
        </View>
      </View>
      {onClose ? <IconButton icon="x" label={t('action.close')} onPress={onClose} /> : null}
    </View>
  )
}
