/** Examples at the end of each command's help. */
import type { Command } from 'commander';

export const examples: Readonly<Record<string, readonly string[]>> = {
  hookwright: ['hookwright', 'hookwright run', 'hookwright help certify'],
  'hookwright serve': [
    'hookwright serve --no-open',
    'hookwright serve --config hookwright.json --json',
    'hookwright serve --host 0.0.0.0 --token-file /etc/hookwright/token --no-open',
  ],
  'hookwright certify': [
    'hookwright certify http://127.0.0.1:3000/webhook --secret s3cret',
    'hookwright certify http://127.0.0.1:3000/stripe --profile stripe --secret whsec_… --junit report.xml',
  ],
  'hookwright certify sender': [
    'hookwright certify sender --profile standard-webhooks --secret whsec_… --port 3001 --junit report.xml',
  ],
  'hookwright run': [
    'hookwright run',
    'hookwright run scenarios/outage.yaml --seeds 1..100',
    'hookwright run --tag smoke --junit report.xml --html report.html',
    'hookwright run --shard 1/4 --durations durations.json --json reports/1.json',
    'hookwright run hookwright-report/outage.hookwright-run',
  ],
  'hookwright explore': [
    'hookwright explore scenarios/orders.yaml',
    'hookwright explore scenarios/orders.yaml --disturb duplicate,concurrent --runs 50',
    'hookwright explore scenarios/orders.yaml --exhaustive 2 --receiver-version 1.4.2',
  ],
  'hookwright api': [
    'hookwright api deliveries.list --help',
    "hookwright api deliveries.list filter='type:track status>=500' --json",
    "hookwright api deliveries.count filter='not state:delivered'",
    'hookwright api jobs.start kind=retry filter=state:gave_up --plan',
    'hookwright api jobs.start kind=copy filter=type:track perSecond=20 --yes',
    'hookwright api exports.create format=har --out deliveries.har',
    'hookwright api imports.create target.kind=audience target.id=aud_4kz0 format=csv --input users.csv',
  ],
  'hookwright scenarios': ['hookwright scenarios new outage', 'hookwright scenarios check'],
  'hookwright scenarios check': ['hookwright scenarios check scenarios --json'],
  'hookwright scenarios list': ['hookwright scenarios list'],
  'hookwright scenarios schema': ['hookwright scenarios schema > scenario.schema.json'],
  'hookwright scenarios new': ['hookwright scenarios new outage'],
  'hookwright scenarios from-deliveries': [
    "hookwright scenarios from-deliveries --filter 'age<10m' --out scenarios/outage.yaml",
  ],
  'hookwright scenarios merge': [
    'hookwright scenarios merge reports/1.json reports/2.json --html report.html',
    'hookwright scenarios merge reports/*.json --durations durations.json',
  ],
  'hookwright scenarios compare': ['hookwright scenarios compare before.json after.json'],
  'hookwright mcp': ['hookwright mcp', 'hookwright mcp --allow write'],
  'hookwright completion': [
    'source <(hookwright completion bash)',
    'source <(hookwright completion zsh)',
    'hookwright completion fish | source',
  ],
};

export function addExamples(command: Command, group = ''): void {
  const path = `${group}${command.name()}`;
  const lines = examples[path];
  if (lines !== undefined)
    command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  for (const subcommand of command.commands) addExamples(subcommand, `${path} `);
}
