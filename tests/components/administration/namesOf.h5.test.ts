import { expect, test } from '@jest/globals'
import { namesOf } from '@/screens/administration/people/namesOf'

test('[ADM-02] people of one name have their logins beside it, others have not', () => {
  const people = [
    { name: '张伟', login: 'zhang1' },
    { name: '李薇', login: 'li' },
    { name: '张伟', login: 'zhang2' },
  ]
  expect(people.map(namesOf(people))).toEqual(['张伟 (zhang1)', '李薇', '张伟 (zhang2)'])
})
