import * as z from 'zod/mini';
import { generation } from './generation.ts';
import { ifDown } from './stand-in.ts';

export const maxWebhookUrlLength = 2_000;

const id = z.nullable(z.uuid());

/**
 * The fields of every submission beside those of its kind, through whichever call it comes; a batch has them once for all
 * lines. The reader of submissions, the types of clients and the API description follow from this object.
 */
export const submissionFields = z.object({
  request_id: z
    .optional(z.uuid())
    .check(
      z.describe(
        'Makes the submission idempotent: repeated with the same body, it gets the first answer and is charged once. The header `Idempotency-Key` means the same and takes precedence.',
      ),
    ),
  expected_cost: z
    .optional(z.int().check(z.gte(0)))
    .check(
      z.describe(
        'The price that was shown to the user; of a batch the sum. With another price the answer is 409 `price_changed`, and nothing is charged.',
      ),
    ),
  quote: z
    .optional(z.string())
    .check(
      z.describe(
        'The `quote` of `POST /api/quotes` for the same `kind` and `input`, or `lines`: exactly its price is charged. Another quote, or another price by now, is refused, and nothing is charged.',
      ),
    ),
  is_public: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Whether anyone who has its address may read a file of the result. Otherwise only the owner may.',
      ),
    ),
  isPublic: z.optional(z.boolean()).check(z.describe('The same as `is_public`, which takes precedence.')),
  made_from: z
    .optional(id)
    .check(z.describe('One of your generations whose settings these are. It is kept as their lineage.')),
  if_down: z
    .optional(ifDown)
    .check(
      z.describe(
        'While the model takes no work: `wait` (the default), `ask` you first, or another model of the same medium that may make it at no more than `max_credits`. A batch has it for each of its lines.',
      ),
    ),
  retry_of: z
    .optional(id)
    .check(
      z.describe(
        'One of your generations that this one repeats. What that one was made from is kept of this one, too.',
      ),
    ),
  project_id: z
    .optional(id)
    .check(z.describe('One of your projects that are not archived, which the generation goes into.')),
  webhook_url: z
    .optional(z.nullable(z.url().check(z.maxLength(maxWebhookUrlLength))))
    .check(
      z.describe(
        'Receives one signed message when the generation ends, in the format of fal’s webhooks. It must begin with `https://` and may not be in a private network.',
      ),
    ),
});
export type SubmissionFields = z.input<typeof submissionFields>;
export type SubmissionField = keyof SubmissionFields;

type Unchecked<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniCustom<z.input<Shape[Name]>, z.input<Shape[Name]>>>;
};

/** The same fields with any value, for bodies of routes: the reader of submissions has an error code for each wrong one. */
export const uncheckedSubmissionFields = Object.fromEntries(
  Object.keys(submissionFields.shape).map((name) => [name, z.optional(z.custom())]),
) as Unchecked<typeof submissionFields.shape>;

/**
 * Body of the creation calls that name a kind among its fields: `POST /api/wan/createVideo`, `/api/wan/createImage`,
 * `/api/wan/createAudio` and `/api/image-understanding/create`. The catalog checks the fields of the kind. `user`,
 * `user_email`, `feature_type` and prices have no effect.
 */
export const submissionBody = z.looseObject(uncheckedSubmissionFields);

/** Body of `POST /api/generations`, for every kind. Fields beside these have no effect. */
export const createGenerationBody = z.looseObject({
  ...uncheckedSubmissionFields,
  kind: z.string().check(z.maxLength(60)),
  input: z.record(z.string(), z.unknown(), 'This must be an object with the fields of the kind'),
});

/** Answer of every creation call. */
export const createReply = z.object({
  id: z.string(),
  request_id: z.string(),
  status: z.string(),
  credits: z.object({ cost: z.int(), left_credits: z.int() }),
  generation,
});
export type CreateReply = z.infer<typeof createReply>;
