/** The demo's own accounts. A technician's begins as by an emailed link, an administrator's as by a password. */
export const demoAccounts = {
  technician: { email: 'demo.technician@example.com', label: 'a technician with hours', role: null },
  newcomer: { email: 'demo.newcomer@example.com', label: 'a new technician', role: null },
  administrator: {
    email: 'demo.administrator@example.com',
    label: 'an administrator',
    role: 'administrator',
  },
  'front-desk': { email: 'demo.front.desk@example.com', label: 'front desk', role: 'front-desk' },
  viewer: { email: 'demo.viewer@example.com', label: 'a viewer', role: 'viewer' },
} as const
export type DemoAccount = keyof typeof demoAccounts
