interface Person {
  name: string
  login: string
}

/** Names people of a list. People of one name have their logins beside it, because a narrow list leaves the logins out. */
export function namesOf(people: readonly Person[]): (person: Person) => string {
  const counts = new Map<string, number>()
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ({ name, login }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${login})` : name)
}
