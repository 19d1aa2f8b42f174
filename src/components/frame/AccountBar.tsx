import { View } from '@tarojs/components'
import { Avatar } from '../ui/Avatar'
import { Icon } from '../ui/Icon'
import { ProgressBar } from '../ui/ProgressBar'
import './AccountBar.scss'

export interface Account {
  userId: number
  name: string
  /** Path on the server. */
  picture?: string
  /** Enterprise and account. */
  detail: string
  /** Storage used, in words and from 0 to 100; no bar where storage is unlimited. */
  storage?: string
  storagePercent?: number
  /** A warning that storage is nearly or quite full. */
  storageNotice?: string
}

interface Props extends Account {
  /** The destination, for screen readers. */
  label: string
  onPress(): void
}

/** The signed-in user, and the way to "me": the foot of the navigation panel. */
export function AccountBar(props: Props) {
  const { userId, name, picture, detail, storage, storagePercent, storageNotice, label, onPress } = props
  return (
    <View className="account-bar" onClick={onPress}>
      <Avatar userId={userId} name={name} picture={picture} />
      <View className="account-bar-texts">
        <View className="account-bar-name">{name}</View>
        <View className={storageNotice ? 'account-bar-detail account-bar-notice' : 'account-bar-detail'}>
          {storageNotice ?? detail}
        </View>
      </View>
      {storage ? (
        <View className="account-bar-storage">
          <View className="account-bar-detail">{storage}</View>
          {storagePercent === undefined ? null : (
            <ProgressBar percent={storagePercent} isWarning={Boolean(storageNotice)} />
          )}
        </View>
      ) : null}
      <View className="account-bar-chevron" role="img" aria-label={label}>
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
}
