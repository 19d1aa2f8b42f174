import { View } from '@tarojs/components'
import { useWords } from '../ui/context'
import { Icon, type IconName } from '../ui/Icon'
import { TextButton } from '../ui/TextButton'
import './GuideCard.scss'

interface Props {
  icon: IconName
  title: string
  text: string
  /** The entry of the bar at the foot that the card points to, or none. */
  at: 'me' | 'add' | 'foot'
  onClose(): void
}

/** A hint beside the element that it explains; the page below stays usable (CTX-08). */
export function GuideCard({ icon, title, text, at, onClose }: Props) {
  const t = useWords()
  return (
    <View className={`guide guide-${at}`} role="region" aria-label={title}>
      <View className="guide-icon">
        <Icon name={icon} size={20} />
      </View>
      <View className="guide-texts" role="status">
        <View className="guide-head">{title}</View>
        <View className="guide-text">{text}</View>
      </View>
      <TextButton label={t('action.gotIt')} onPress={onClose} />
    </View>
  )
}
