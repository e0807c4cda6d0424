/** GitHub, GitLab and Linear. */
import type { SamplePayload } from '#shared/sending/send.ts';
import { jsonSample } from './formats.ts';

const repository = {
  id: 812_004_117,
  name: 'storefront',
  full_name: 'initech/storefront',
  private: true,
  owner: { login: 'initech', id: 5_120_331, type: 'Organization' },
  html_url: 'https://github.com/initech/storefront',
  default_branch: 'main',
};

const sender = { login: 'jane-kim', id: 9_310_442, type: 'User' };

const githubPayloads = [
  jsonSample('github', 'push', 'Commits pushed', {
    ref: 'refs/heads/main',
    before: '6f1a0c2d9b7e4f3855d0a1c7e2b94f6038ad1e55',
    after: 'c0d5e9b81f2a47369ad0417fe8b2c6d35f90a1e4',
    created: false,
    deleted: false,
    forced: false,
    compare: 'https://github.com/initech/storefront/compare/6f1a0c2d9b7e...c0d5e9b81f2a',
    commits: [
      {
        id: 'c0d5e9b81f2a47369ad0417fe8b2c6d35f90a1e4',
        message: 'checkout: keep the cart when payment fails',
        timestamp: '{now}',
        author: { name: 'Jane Kim', email: 'jane@example.com', username: 'jane-kim' },
        added: [],
        removed: [],
        modified: ['src/checkout/cart.ts'],
      },
    ],
    pusher: { name: 'jane-kim', email: 'jane@example.com' },
    repository,
    sender,
  }),
  jsonSample('github', 'pull_request', 'Pull request opened', {
    action: 'opened',
    number: 318,
    pull_request: {
      id: 2_190_553_801,
      number: 318,
      state: 'open',
      title: 'Keep the cart when payment fails',
      user: sender,
      body: 'Fixes #297.',
      created_at: '{now}',
      draft: false,
      merged: false,
      head: { ref: 'keep-cart', sha: 'c0d5e9b81f2a47369ad0417fe8b2c6d35f90a1e4' },
      base: { ref: 'main', sha: '6f1a0c2d9b7e4f3855d0a1c7e2b94f6038ad1e55' },
    },
    repository,
    sender,
  }),
  jsonSample('github', 'issues', 'Issue opened', {
    action: 'opened',
    issue: {
      id: 2_880_116_402,
      number: 297,
      title: 'The cart is empty after a declined card',
      user: sender,
      labels: [{ id: 4_410_902, name: 'bug', color: 'd73a4a' }],
      state: 'open',
      created_at: '{now}',
      body: 'Steps: add an item, pay with a declined card, go back.',
    },
    repository,
    sender,
  }),
];

const project = {
  id: 4_107,
  name: 'Storefront',
  web_url: 'https://gitlab.example.com/initech/storefront',
  namespace: 'Initech',
  path_with_namespace: 'initech/storefront',
  default_branch: 'main',
};

const gitlabEvents = [
  {
    event: 'Push Hook',
    title: 'Commits pushed',
    body: {
      object_kind: 'push',
      event_name: 'push',
      before: '6f1a0c2d9b7e4f3855d0a1c7e2b94f6038ad1e55',
      after: 'c0d5e9b81f2a47369ad0417fe8b2c6d35f90a1e4',
      ref: 'refs/heads/main',
      user_id: 212,
      user_name: 'Jane Kim',
      user_username: 'jane.kim',
      project_id: project.id,
      project,
      commits: [
        {
          id: 'c0d5e9b81f2a47369ad0417fe8b2c6d35f90a1e4',
          message: 'checkout: keep the cart when payment fails',
          timestamp: '{now}',
          author: { name: 'Jane Kim', email: 'jane@example.com' },
          added: [],
          modified: ['src/checkout/cart.ts'],
          removed: [],
        },
      ],
      total_commits_count: 1,
    },
  },
  {
    event: 'Merge Request Hook',
    title: 'Merge request opened',
    body: {
      object_kind: 'merge_request',
      event_type: 'merge_request',
      user: { id: 212, name: 'Jane Kim', username: 'jane.kim' },
      project,
      object_attributes: {
        id: 90_221,
        iid: 318,
        title: 'Keep the cart when payment fails',
        state: 'opened',
        action: 'open',
        source_branch: 'keep-cart',
        target_branch: 'main',
        created_at: '{now}',
        url: 'https://gitlab.example.com/initech/storefront/-/merge_requests/318',
      },
      labels: [],
    },
  },
];

const gitlabPayloads = ['gitlab', 'gitlab-token'].flatMap((profile) =>
  gitlabEvents.map(({ event, title, body }) => jsonSample(profile, event, title, body)),
);

const linearPayloads = [
  jsonSample('linear', 'Issue', 'Issue created', {
    action: 'create',
    type: 'Issue',
    actor: { id: 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba', type: 'user', name: 'Jane Kim' },
    createdAt: '{now}',
    data: {
      id: '{uuid}',
      identifier: 'SHOP-{n}',
      number: 297,
      title: 'The cart is empty after a declined card',
      priority: 2,
      priorityLabel: 'High',
      teamId: '72b2a2dc-6f4f-4423-9d34-24b5bd10634a',
      createdAt: '{now}',
      updatedAt: '{now}',
    },
    url: 'https://linear.app/initech/issue/SHOP-297',
    organizationId: 'dd6ac2bb-3d3b-4a5e-8f75-6f1f2a6d6b12',
    webhookTimestamp: '{now:ms}',
    webhookId: '5a9c3f54-0c5b-4d7d-9f0d-0f8a5b1c9e77',
  }),
  jsonSample('linear', 'Comment', 'Comment created', {
    action: 'create',
    type: 'Comment',
    actor: { id: 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba', type: 'user', name: 'Jane Kim' },
    createdAt: '{now}',
    data: {
      id: '{uuid}',
      body: 'Reproduced with a test card.',
      issueId: '3a1b5a0e-90f2-4a6d-8a54-9b1e3e7a10c4',
      userId: 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba',
      createdAt: '{now}',
      updatedAt: '{now}',
    },
    organizationId: 'dd6ac2bb-3d3b-4a5e-8f75-6f1f2a6d6b12',
    webhookTimestamp: '{now:ms}',
    webhookId: '5a9c3f54-0c5b-4d7d-9f0d-0f8a5b1c9e77',
  }),
];

export const repositoryPayloads: readonly SamplePayload[] = [
  ...githubPayloads,
  ...gitlabPayloads,
  ...linearPayloads,
];
