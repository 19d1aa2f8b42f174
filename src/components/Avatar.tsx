import { View } from '@tarojs/components'
import { avatarColor, avatarInitial } from '@/domain/text/avatar'
import './Avatar.scss'

interface Props {
  userId: number
  name: string
}

/** A user without a picture (1§9). */
export function Avatar({ userId, name }: Props) {
  return (
    <View className={`avatar avatar-${avatarColor(userId)}`} aria-hidden>
      {avatarInitial(name)}
    </View>
  )
}
