import { View } from '@tarojs/components'
import { Avatar } from '../ui/Avatar'
import { Icon } from '../ui/Icon'
import { ProgressBar } from '../ui/ProgressBar'
import './AccountBar.scss'

export interface Account {
  userId: number
  name: string
  /** Path of a picture on the server. */
  picture?: string
  /** Enterprise, account. */
  detail: string
  /** Storage in words, and 0 to 100; no bar where it is unlimited. */
  storage?: string
  storagePercent?: number
  /** That it is nearly or quite full. */
  storageNotice?: string
}

interface Props extends Account {
  /** What it leads to, for screen readers. */
  label: string
  onPress(): void
}

/** Who is signed in, and the way to "me": the foot of the navigation panel. */
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
