/** Stripe, Shopify, Paddle and Square. */
import type { SamplePayload } from '#shared/sending/send.ts';
import { jsonSample } from './formats.ts';

const stripeEvent = (type: string, title: string, object: object): SamplePayload =>
  jsonSample('stripe', type, title, {
    id: 'evt_{uuid}',
    object: 'event',
    api_version: '2026-06-24.dahlia',
    created: '{now:s}',
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_Hq81mVtB4yGzKe', idempotency_key: '{uuid}' },
    type,
  });

const stripePayloads = [
  stripeEvent('payment_intent.succeeded', 'Payment succeeded', {
    id: 'pi_3R7vQ2Lk9sZt0aXn1mB5cD8e',
    object: 'payment_intent',
    amount: 12_990,
    amount_received: 12_990,
    currency: 'eur',
    customer: 'cus_S2k8Fq0VbT1wYx',
    metadata: { order_id: 'o-{n}' },
    payment_method_types: ['card'],
    status: 'succeeded',
  }),
  stripeEvent('checkout.session.completed', 'Checkout completed', {
    id: 'cs_test_b1V9x4QeR7tY2uI5oP8a',
    object: 'checkout.session',
    amount_total: 12_990,
    currency: 'eur',
    customer_details: { email: 'jane@example.com', name: 'Jane Kim' },
    mode: 'payment',
    payment_intent: 'pi_3R7vQ2Lk9sZt0aXn1mB5cD8e',
    payment_status: 'paid',
    status: 'complete',
  }),
  stripeEvent('invoice.payment_failed', 'Invoice payment failed', {
    id: 'in_1R7vTtLk9sZt0aXnQ3wE4rT5',
    object: 'invoice',
    amount_due: 4_900,
    amount_paid: 0,
    attempt_count: 1,
    currency: 'eur',
    customer: 'cus_S2k8Fq0VbT1wYx',
    status: 'open',
  }),
];

const shopifyPayloads = [
  jsonSample('shopify', 'orders/create', 'Order created', {
    id: 820_982_911_946_154_500,
    admin_graphql_api_id: 'gid://shopify/Order/820982911946154500',
    name: '#1042',
    order_number: 1042,
    email: 'jane@example.com',
    currency: 'EUR',
    total_price: '129.90',
    financial_status: 'paid',
    created_at: '{now}',
    customer: { id: 115_310_627_314, first_name: 'Jane', last_name: 'Kim' },
    line_items: [
      { id: 866_550_311_766, sku: 'G-32', title: 'Board game', quantity: 1, price: '129.90' },
    ],
  }),
  jsonSample('shopify', 'products/update', 'Product changed', {
    id: 788_032_119_674_292,
    title: 'Board game',
    vendor: 'Initech',
    product_type: 'Games',
    status: 'active',
    updated_at: '{now}',
    variants: [{ id: 642_667_041_472_713, sku: 'G-32', price: '119.90', inventory_quantity: 14 }],
  }),
  jsonSample('shopify', 'app/uninstalled', 'App uninstalled', {
    id: 548_380_009,
    name: 'Hookwright test shop',
    domain: 'hookwright.myshopify.com',
    country_code: 'DE',
    currency: 'EUR',
    plan_name: 'basic',
  }),
];

const paddleEvent = (type: string, title: string, data: object): SamplePayload =>
  jsonSample('paddle', type, title, {
    event_id: 'evt_{uuid}',
    event_type: type,
    occurred_at: '{now}',
    notification_id: 'ntf_{uuid}',
    data,
  });

const paddlePrice = {
  id: 'pri_01k2v76m5n4b3v2c1x0z9l8k7j',
  description: 'Monthly',
  type: 'standard',
  name: 'Monthly',
  product_id: 'pro_01k2v75t6r5e4w3q2a1s0d9f8g',
  billing_cycle: { interval: 'month', frequency: 1 },
  trial_period: null,
  tax_mode: 'internal',
  unit_price: { amount: '4900', currency_code: 'EUR' },
  unit_price_overrides: [],
  quantity: { minimum: 1, maximum: 100 },
  status: 'active',
  custom_data: null,
  import_meta: null,
  created_at: '{now}',
  updated_at: '{now}',
};

const paddleTotals = { subtotal: '4118', discount: '0', tax: '782', total: '4900' };

const paddlePayloads = [
  paddleEvent('transaction.completed', 'Transaction completed', {
    id: 'txn_01k2v7c4m9r8t6y5w3q1p0n2b4',
    status: 'completed',
    customer_id: 'ctm_01k2v7a0s9d8f7g6h5j4k3l2z1',
    address_id: 'add_01k2v7b3n2m1q0w9e8r7t6y5u4',
    business_id: null,
    custom_data: { order: 'o-{n}' },
    currency_code: 'EUR',
    origin: 'web',
    subscription_id: null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: null,
    items: [{ price: paddlePrice, quantity: 1, proration: null }],
    details: {
      tax_rates_used: [{ tax_rate: '0.19', totals: paddleTotals }],
      totals: {
        ...paddleTotals,
        credit: '0',
        credit_to_balance: '0',
        balance: '0',
        grand_total: '4900',
        fee: '295',
        earnings: '3823',
        currency_code: 'EUR',
      },
      line_items: [],
    },
    payments: [],
    checkout: { url: null },
    created_at: '{now}',
    updated_at: '{now}',
    billed_at: '{now}',
    revised_at: null,
  }),
  paddleEvent('subscription.created', 'Subscription created', {
    id: 'sub_01k2v7d8q7w6e5r4t3y2u1i0o9',
    status: 'active',
    customer_id: 'ctm_01k2v7a0s9d8f7g6h5j4k3l2z1',
    address_id: 'add_01k2v7b3n2m1q0w9e8r7t6y5u4',
    business_id: null,
    currency_code: 'EUR',
    created_at: '{now}',
    updated_at: '{now}',
    started_at: '{now}',
    first_billed_at: '{now}',
    next_billed_at: null,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: null,
    billing_cycle: { interval: 'month', frequency: 1 },
    scheduled_change: null,
    items: [
      {
        status: 'active',
        quantity: 1,
        recurring: true,
        created_at: '{now}',
        updated_at: '{now}',
        previously_billed_at: null,
        next_billed_at: null,
        trial_dates: null,
        price: paddlePrice,
      },
    ],
    custom_data: { order: 'o-{n}' },
    import_meta: null,
    transaction_id: 'txn_01k2v7c4m9r8t6y5w3q1p0n2b4',
  }),
];

const squareEvent = (type: string, title: string, data: object): SamplePayload =>
  jsonSample('square', type, title, {
    merchant_id: 'MLJ4Q5QFHC8Y0',
    type,
    event_id: '{uuid}',
    created_at: '{now}',
    data,
  });

const squarePayloads = [
  squareEvent('payment.updated', 'Payment completed', {
    type: 'payment',
    id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
    object: {
      payment: {
        id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
        amount_money: { amount: 12_990, currency: 'EUR' },
        status: 'COMPLETED',
        source_type: 'CARD',
        order_id: 'ngmAuOJ0Vw5TcR3yKp8eLx2ZbYfZY',
        version: 2,
      },
    },
  }),
  squareEvent('refund.created', 'Refund created', {
    type: 'refund',
    id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY_xWzmAm',
    object: {
      refund: {
        id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY_xWzmAm',
        amount_money: { amount: 2_000, currency: 'EUR' },
        payment_id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
        status: 'PENDING',
      },
    },
  }),
];

export const commercePayloads: readonly SamplePayload[] = [
  ...stripePayloads,
  ...shopifyPayloads,
  ...paddlePayloads,
  ...squarePayloads,
];
