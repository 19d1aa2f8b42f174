import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { useWords } from '@/components/ui/context'
import type { VisitGroup } from '@/domain/shares/visits'
import { avatarInitial } from '@/domain/text/avatar'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'

interface Props {
  visit: VisitGroup
  /** Whether the link has several items, so that the row names the item. */
  isOfMany: boolean
}

/** One visit: visitor, action, place and time. */
export const VisitRow = observer(function VisitRow({ visit, isOfMany }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  const { at, device, itemName, kinds, user } = visit
  const name = user?.name ?? t('links.visitor')
  const what = kinds.map((kind) => t(`links.did.${kind}`)).join(t('links.and'))
  return (
    <View className="links-visit" role="listitem">
      {user ? (
        <Avatar userId={user.id} name={user.name} />
      ) : (
        <View className="avatar links-stranger" aria-hidden>
          {avatarInitial(name)}
        </View>
      )}
      <View className="links-visit-text">
        <View className="links-visit-name">{name}</View>
        <View className="links-visit-what">
          {[what, isOfMany ? itemName : '', device === 'other' ? '' : t(`links.device.${device}`), wordAgo(app, at, t)]
            .filter(Boolean)
            .join(' · ')}
        </View>
      </View>
    </View>
  )
})
