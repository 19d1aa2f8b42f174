import { Text, View } from '@tarojs/components'
import { useWords } from '@/components/ui/context'
import type { Contact } from '@/contract/contacts'
import { detailOf, marksOf } from './wordContact'

interface Props {
  contact: Contact
  /** Adds the department, since a search result is shown outside of it. */
  isFound?: boolean
}

/** Name, marks, and details that distinguish namesakes. */
export function ContactText({ contact, isFound = false }: Props) {
  const t = useWords<'people'>()
  return (
    <View className="contact-text">
      <View className="contact-name">
        <Text className="contact-called">{contact.name}</Text>
        {marksOf(contact, t).map((mark) => (
          <Text key={mark} className="row-mark contact-mark">
            {mark}
          </Text>
        ))}
      </View>
      <View className="contact-detail">{detailOf(contact, isFound, t)}</View>
    </View>
  )
}
