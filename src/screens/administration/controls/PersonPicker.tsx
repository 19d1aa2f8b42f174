import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Avatar } from '@/components/ui/Avatar'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { PersonRow } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { Answer } from '@/stores/administration/Answer'
import { useConsole } from '../ConsoleContext'

interface Props {
  label: string
  placeholder?: string
  /** People who are not offered. */
  left?: readonly number[]
  chosen: PersonRow | null
  onChoose(person: PersonRow | null): void
  /** Empties the field after a choice, for the next one. */
  isForMany?: boolean
  autoFocus?: boolean
}

/** ms without a key press after which the search starts */
const PAUSE = 200

/** A field that finds one person of the organisation by name or login. */
export const PersonPicker = observer(function PersonPicker({
  label,
  placeholder,
  left = [],
  chosen,
  onChoose,
  isForMany,
  autoFocus,
}: Props) {
  const { clock } = useApp().platform
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const [text, setText] = useState('')
  const [choices, setChoices] = useState(0)
  const [found] = useState(() => new Answer<readonly PersonRow[]>())
  useEffect(() => {
    if (chosen && text === chosen.name) return undefined
    return clock.after(PAUSE, () => void found.take(directory.findPeople(text)))
  }, [text, chosen, clock, directory, found])
  const people = (found.value ?? []).filter(({ id }) => !left.includes(id))
  return (
    <ComboBox
      // Emptying the field opens the list again. A new field stays closed, so that the buttons below can be pressed.
      key={choices}
      className="choice picker"
      items={people}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        if (chosen && next !== chosen.name) onChoose(null)
      }}
      value={chosen?.id ?? null}
      onChange={(key) => {
        const person = people.find(({ id }) => id === key)
        if (!person) return
        setText(isForMany ? '' : person.name)
        if (isForMany) setChoices(choices + 1)
        onChoose(person)
      }}
      allowsEmptyCollection
      menuTrigger={choices > 0 ? 'input' : 'focus'}
      defaultFilter={() => true}
      autoFocus={autoFocus || choices > 0}
    >
      <Label className="field-label">{label}</Label>
      <div className="picker-box">
        <Input className="console-field-input" placeholder={placeholder ?? t('admin.picker.placeholder')} />
        <Button className="picker-button" aria-label={t('admin.picker.open')}>
          <Icon name="chevron-down" size={16} />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox
          className="options"
          renderEmptyState={() => <div className="option-none">{t('admin.picker.none')}</div>}
        >
          {(person: PersonRow) => (
            <ListBoxItem id={person.id} textValue={person.name} className="option option-person">
              <Avatar userId={person.id} name={person.name} />
              <span className="option-text">
                {person.name}
                <small>{[person.login, ...person.departments.map(({ name }) => name)].join(' · ')}</small>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
})
