import { View } from '@tarojs/components'
import { useContext } from 'react'
import { avatarColor, avatarInitial } from '@/domain/text/avatar'
import { OriginContext } from './context'
import './Avatar.scss'

interface Props {
  userId: number
  name: string
  /** Path on the server. */
  picture?: string
}

/** A user's picture, or a letter (1§9) where there is none or it fails to load. */
export function Avatar({ userId, name, picture }: Props) {
  const origin = useContext(OriginContext)
  return (
    <View className={`avatar avatar-${avatarColor(userId)}`} aria-hidden>
      {avatarInitial(name)}
      {picture ? <View className="avatar-picture" style={{ backgroundImage: `url("${origin}${picture}")` }} /> : null}
    </View>
  )
}
