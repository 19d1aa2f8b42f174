import type { PromotionPhrases } from './zhCN'

export const phrases: PromotionPhrases = {
  promotion: {
    title: 'Promotion',
    starter: {
      title: 'Get the starter edition',
      text: 'An administrator can claim one coupon for the organisation',
      register: 'Register a new organisation',
      phone: 'Enter the administrator’s phone',
    },
    form: {
      title: 'Administrator’s phone',
      region: 'Country or region',
      regionSearch: 'Search country, region or code',
      regionNone: 'No such country or region',
      phone: 'Phone number',
      code: 'Verification code',
      send: 'Send code',
      again: 'Again in {n} s',
      sent: 'Sent successfully',
      phoneMissing: 'Please enter the phone number',
      codeMissing: 'Please enter the verification code',
      submit: 'Claim now',
    },
    claimed: 'Claimed successfully',
    finished: { title: 'Claimed successfully', text: 'Your organisation has its starter coupon' },
    ended: { title: 'The promotion has ended', text: 'The starter edition could be claimed until September 1, 2020' },
    unknown: { title: 'No such promotion', text: 'The link may be incomplete' },
    prompt: 'Please sign in and see the promotion on the home page',
    administratorsOnly: 'Only administrators of an organisation can claim it',
    home: 'Go to the home page',
  },
}
