import { View } from '@tarojs/components'
import { useContext } from 'react'
import { avatarColor, avatarInitial } from '@/domain/text/avatar'
import { OriginContext } from './context'
import './Avatar.scss'

interface Props {
  userId: number
  name: string
  /** Path of a picture on the server. */
  picture?: string
}

/** A user by their picture, else by a letter (1§9), which stays where the picture cannot be had. */
export function Avatar({ userId, name, picture }: Props) {
  const origin = useContext(OriginContext)
  return (
    <View className={`avatar avatar-${avatarColor(userId)}`} aria-hidden>
      {avatarInitial(name)}
      {picture ? <View className="avatar-picture" style={{ backgroundImage: `url("${origin}${picture}")` }} /> : null}
    </View>
  )
}
