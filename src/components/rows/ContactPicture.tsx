import { View } from '@tarojs/components'
import type { Contact } from '@/contract/contacts'
import { Avatar } from '../ui/Avatar'
import { Icon } from '../ui/Icon'
import './ContactPicture.scss'

type Faced = Pick<Contact, 'id' | 'name' | 'is_group' | 'is_department' | 'avatar'>

/** A user's picture or letter, or the icon of a group or department (CONT-03); the same everywhere. */
export function ContactPicture({ contact }: { contact: Faced }) {
  if (contact.is_department || contact.is_group)
    return (
      <View className={contact.is_department ? 'avatar contact-sign' : 'avatar contact-sign-group'} aria-hidden>
        <Icon name={contact.is_department ? 'building-2' : 'users'} size={18} />
      </View>
    )
  return <Avatar userId={contact.id} name={contact.name} picture={contact.avatar} />
}
