import { notInPlan } from "@/kit/words";

export const HOW_MADE = "How every figure is made";
export const SIGN_IN_TO_ASK = "Sign in to ask your own";
export const LOCKED = notInPlan("this question");
