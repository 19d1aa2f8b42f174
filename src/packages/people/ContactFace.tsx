import { View } from '@tarojs/components'
import { Avatar } from '@/components/Avatar'
import { Icon } from '@/components/Icon'
import { useWords } from '@/components/context'
import type { Contact } from '@/contract/contacts'

/** A user's letter, a group's, or the sign of a department (CONT-03). */
export function ContactFace({ contact }: { contact: Contact }) {
  const t = useWords<'people'>()
  if (contact.is_department)
    return (
      <View className="contact-department" aria-hidden>
        <Icon name="building-2" size={18} />
      </View>
    )
  return <Avatar userId={contact.id} name={contact.is_group ? t('contacts.groupLetter') : contact.name} />
}
