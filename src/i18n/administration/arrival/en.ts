import type { ArrivalPhrases } from './zhCN'

export const phrases: ArrivalPhrases = {
  arrival: {
    invalid: { title: 'This link can’t be used' },
    setup: {
      title: 'Set up Satchel',
      text: 'Create your organisation and become its first administrator.',
      kind: 'For',
      school: {
        label: 'A school',
        organisation: 'Name of the school',
        departments: 'Units (you can add them later)',
        departmentsHint: 'One per line; indent units below another one',
      },
      company: {
        label: 'A company',
        organisation: 'Name of the company',
        departments: 'Departments (you can add them later)',
        departmentsHint: 'One per line; indent departments below another one',
      },
      name: 'Your name',
      login: 'Login',
      loginHint: 'You sign in with it, for example an e-mail address',
      password: 'Password',
      again: 'Password again',
      submit: 'Create',
    },
    next: {
      title: '{name} has been created',
      text: 'What comes next:',
      people: 'Add people, or import them from a spreadsheet',
      links: 'Send each person their one-time link; they set a password of their own with it',
      policies:
        'Check the policies for sharing and security; online documents and spreadsheets are off until you switch them on there',
      directories: 'If you have WeCom or an LDAP directory, connect it under Policies',
      console: 'Open administration',
      files: 'Open my files',
    },
    welcome: {
      first: 'Welcome, {name}',
      reset: '{name}, please set a new password',
      text: '{organisation} · login {login}',
      password: 'New password',
      again: 'New password again',
      hint: 'At least {n} characters',
      submit: 'Set password and sign in',
    },
    required: 'Please fill this in',
    different: 'The two passwords differ',
    show: 'Show password',
  },
}
